// Exits with 0 if this Node is new enough for the tools of web/.
const [major, minor] = process.versions.node.split(".").map(Number);
const enough = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
process.exit(enough ? 0 : 1);

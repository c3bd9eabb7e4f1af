/** What stands in an address after the name of its page; as it is written where it cannot be decoded. */
export function pathPart(path: string): string {
  const part = path.split("/")[2] ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

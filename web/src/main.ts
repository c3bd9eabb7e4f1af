import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/tokens.css";
import "./lib/base.css";
import { routeOf } from "./lib/routes";
import { followTheme } from "./lib/theme.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
followTheme();
void routeOf(location.pathname)?.load(); // fetched while the shell is drawn
mount(App, { target });

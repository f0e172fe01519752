/** Write dist-server/pages.json, by which Django knows the pages, from the built route table. */
import { writeFile } from "node:fs/promises"
import { listPages } from "../dist-server/entry-server.js"

await writeFile(new URL("../dist-server/pages.json", import.meta.url), JSON.stringify({ pages: listPages() }))

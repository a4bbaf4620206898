import { renderPage } from '../../platform/http/page.ts'

/** The page for each state in which there is no console to show. None needs a script. */
export const PAGES = {
  preparing: renderPage(
    'Transom',
    `<h1>The console is being prepared</h1>
<p>This takes a few seconds after the first start and after an upgrade. The page opens by itself.</p>`,
    { head: '<meta http-equiv="refresh" content="1">' },
  ),
  failed: renderPage(
    'Transom',
    `<h1>The console could not be built</h1>
<p>Everything else works. The server's log says why the build failed. Fix that, then restart the server.</p>
<p>To build it by hand, run <code>npm run build:console</code> in the project's folder.</p>`,
  ),
  absent: renderPage(
    'Transom',
    `<h1>This server has no console</h1>
<p>The installation lacks the folder <code>web</code>, and the console was not built. Use the complete project.</p>`,
  ),
}

import { pageHeaders, renderPage } from '../../platform/http/page.ts'

/**
 * Browsers don't load a page again by themselves whose address has a fragment, as the links of the set-up and of invitations
 * have.
 */
const RELOAD = 'if (location.hash) setTimeout(() => location.reload(), 1000)'

export const PAGES_HEADERS = pageHeaders(undefined, RELOAD)

/** The page for each state in which there is no console to show. */
export const PAGES = {
  preparing: renderPage(
    'Transom',
    `<h1>The console is being prepared</h1>
<p>This takes a few seconds after the first start and after an upgrade. The page opens by itself.</p>`,
    { head: `<meta http-equiv="refresh" content="1"><script>${RELOAD}</script>` },
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

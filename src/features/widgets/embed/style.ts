/** The look of the pages for frames: plain, in the light or dark theme of the visitor. */
export const STYLE = `
:root{color-scheme:light dark;--accent:light-dark(#0b5cad,#7db8f5);--on-accent:light-dark(#fff,#06213d);--muted:light-dark(#51606e,#a5b1bd);--border:light-dark(#8593a0,#66747f);--error:light-dark(#b3261e,#ffb4ab)}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:1rem;color:light-dark(#16202a,#e8edf2);background:light-dark(#fff,#14181d)}
main{max-width:46rem;margin:auto}
h1{font-size:1.4rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.1rem;margin:0}
form,.fields{display:grid;gap:1rem}.row{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(13rem,100%),1fr));align-items:start}
.field{display:grid;gap:.3rem}.field:has(>.hint){grid-column:1/-1}.field label{font-weight:600}.hint{margin:0}.hint,.optional{color:var(--muted);font-weight:400;font-size:.9rem}
input:not([type=checkbox]),select,textarea{font:inherit;color:inherit;background:transparent;width:100%;min-height:2.75rem;padding:.5rem .65rem;border:1px solid var(--border);border-radius:6px}
option{background:light-dark(#fff,#14181d)}textarea{min-height:6rem}
input[type=checkbox]{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}.check{display:flex;gap:.6rem;align-items:flex-start;font-weight:400!important}
[aria-invalid=true]{border-color:var(--error)!important}.problem{color:var(--error);margin:0;font-size:.92rem}
button,.button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.1rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on-accent);cursor:pointer}
button.quiet{background:transparent;color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;align-items:center}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ol{list-style:none;margin:1rem 0 0;padding:0;display:grid;gap:.8rem}
li{border:1px solid var(--border);border-radius:6px;padding:1rem;overflow-wrap:anywhere}li p{margin:.3rem 0}
.distance{color:var(--muted)}.badge{font-weight:600;font-size:.85rem}
.done{border-left:4px solid light-dark(#17663a,#8fd6a8);padding:.5rem 1rem}
.trap{position:absolute;left:-200vw;width:1px;height:1px;overflow:hidden}
`

/** A page changes the look with custom properties and parts. Colors follow the page's `color-scheme`. */
export const style = `
:host {
  --accent: var(--transom-accent, light-dark(#0b5cad, #7db8f5));
  --accent-text: var(--transom-accent-text, light-dark(#fff, #06213d));
  --background: var(--transom-background, light-dark(#fff, #14181d));
  --solid: var(--transom-solid, light-dark(#fff, #14181d));
  --surface: var(--transom-surface, light-dark(#f4f6f8, #1d232a));
  --text: var(--transom-text, light-dark(#16202a, #e8edf2));
  --muted: var(--transom-muted, light-dark(#51606e, #a5b1bd));
  --border: var(--transom-border, light-dark(#8593a0, #66747f));
  --error: var(--transom-error, light-dark(#b3261e, #ffb4ab));
  --success: var(--transom-success, light-dark(#17663a, #8fd6a8));
  --focus: var(--transom-focus, var(--accent));
  --radius: var(--transom-radius, 6px);
  --space: var(--transom-space, 1rem);
  --font: var(--transom-font, inherit);
  --font-size: var(--transom-font-size, 1rem);
  display: block;
  container-type: inline-size;
}
:host([hidden]), [hidden] { display: none !important }
* { box-sizing: border-box }
.frame {
  background: var(--background); color: var(--text);
  font-family: var(--font); font-size: var(--font-size); line-height: 1.45;
}
h2, h3, p, ol, fieldset { margin: 0; padding: 0; border: 0 }
h2 { font-size: 1.35em; line-height: 1.2; margin-bottom: var(--space) }
h3 { font-size: 1.05em; line-height: 1.3 }
form { display: grid; gap: calc(var(--space) * .9) }
.row { display: grid; gap: calc(var(--space) * .9); grid-template-columns: repeat(auto-fit, minmax(min(13em, 100%), 1fr)); align-items: start }
.search { grid-template-columns: repeat(auto-fit, minmax(min(9em, 100%), 1fr)); align-items: end }
.field { display: grid; gap: .3em; min-width: 0 }
.field > label, .label { font-weight: 600 }
.optional, .hint { color: var(--muted); font-weight: 400; font-size: .9em }
input:not([type=checkbox]), select, textarea {
  font: inherit; color: inherit; background: var(--background); width: 100%; min-height: 2.75em;
  padding: .5em .65em; border: 1px solid var(--border); border-radius: var(--radius);
}
textarea { min-height: 6em; resize: vertical }
input[type=checkbox] { width: 1.25em; height: 1.25em; margin: .1em 0 0; accent-color: var(--accent); flex: none }
.check { display: flex; gap: .6em; align-items: flex-start }
[aria-invalid=true] { border-color: var(--error) !important; outline: 1px solid var(--error) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
button, .button {
  font: inherit; font-weight: 600; min-height: 2.75em; padding: .5em 1.1em; cursor: pointer; text-decoration: none;
  border: 1px solid var(--accent); border-radius: var(--radius); background: var(--accent); color: var(--accent-text);
  display: inline-flex; align-items: center; justify-content: center; gap: .4em;
}
button.quiet, .button { background: transparent; color: var(--accent) }
button.link { border: 0; padding: 0; min-height: 1.75em; background: none; color: var(--accent); text-decoration: underline; font-weight: 400; justify-self: start }
button[aria-busy=true] { opacity: .7; cursor: progress }
a { color: var(--accent) }
.problem { color: var(--error); font-size: .92em }
.problem:empty, .note:empty, .status:empty { display: none }
.note { color: var(--muted); font-size: .92em }
.status { margin-top: var(--space); color: var(--muted) }
.failed { color: var(--error) }
.done { border-inline-start: 4px solid var(--success); background: var(--surface); padding: var(--space); border-radius: var(--radius) }
.results { display: grid; gap: var(--space); margin-top: var(--space) }
ol { list-style: none; display: grid; gap: calc(var(--space) * .75) }
.dealer { border: 1px solid var(--border); border-radius: var(--radius); padding: var(--space); display: grid; gap: .4em; overflow-wrap: anywhere }
.dealer.active { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.dealer header { display: flex; gap: .75em; justify-content: space-between; align-items: baseline }
.distance { color: var(--muted); white-space: nowrap; font-variant-numeric: tabular-nums }
.badge { justify-self: start; font-size: .82em; font-weight: 600; background: var(--surface); border-radius: 1em; padding: .15em .7em }
.actions { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; margin-top: .2em }
.actions a { min-height: 1.75em; display: inline-flex; align-items: center }
.map { position: relative; height: 26em; border: 1px solid var(--border); border-radius: var(--radius); overflow: hidden; isolation: isolate }
@container (min-width: 44em) {
  .results.with-map { grid-template-columns: minmax(18em, 5fr) 7fr; align-items: start }
  .results.with-map ol { max-height: 34em; overflow: auto; padding: 3px }
  .with-map .map { height: 34em }
}
dialog { border: 1px solid var(--border); border-radius: calc(var(--radius) * 1.5); background: var(--solid); color: inherit; padding: calc(var(--space) * 1.4); width: min(40em, calc(100vw - 1.5em)); max-height: calc(100dvh - 2em); overflow: auto }
dialog::backdrop { background: rgb(0 0 0 / .5) }
.top { display: flex; justify-content: space-between; gap: 1em; align-items: flex-start }
.hin-help { display: grid; gap: .5em; background: var(--surface); border-radius: var(--radius); padding: var(--space); margin-top: .3em }
.hin-help svg { width: 100%; max-width: 22em; height: auto }
.trap { position: absolute; inset-inline-start: -200vw; width: 1px; height: 1px; overflow: hidden }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (prefers-reduced-motion: no-preference) { .dealer { transition: border-color .15s } }
`

// Plain JavaScript that even an old Node reads: it must end with words, not with a parse error of TypeScript or
// a segmentation fault in native code.
const [major, minor] = process.versions.node.split('.').map(Number)
// argon2, which passwords are hashed with, came with 24.7.
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`Transom needs Node.js 24.7 or newer; this is ${process.versions.node}.
Start it with ./bin/transom or npm (npm start), which use the Node.js that npm ci installs beside it.
Where npm ci ran with --omit=optional there is none: run npm ci again without that, or install Node.js 24.7 or newer.`)
  process.exit(1)
}

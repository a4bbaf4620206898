// A file of its own, so that a browser loads nothing else of the library.
export { sha256 } from '@noble/hashes/sha2.js'

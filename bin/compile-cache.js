// Keeps compiled code and stripped types between starts. Later starts take half the time and 20 MB less. Threads and
// child processes inherit the setting by the environment.
// An old Node, which has no such function, gets as far as check-node.js.
import module from 'node:module'

process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../.cache/compiled`
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)

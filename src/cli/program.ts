import '../../bin/check-node.js'
import { howCalled } from './invocation.ts'
import { runProgram } from './run.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe: `transom locate … | head`.
  if (error.code === 'EPIPE') return
  process.stderr.write(
    `The output could not be written: ${error.message}. The command may have made its changes.\n`,
  )
  process.exitCode = 1
})

const { env, argv, stdin, stdout, stderr } = process
const code = await runProgram(argv.slice(2), { env, self: howCalled(env, argv), stdin, stdout, stderr })
process.exitCode ??= code

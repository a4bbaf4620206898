import { AppError, type ErrorCode, Invalid } from '../errors.ts'
import { oneLine } from './output.ts'

/** Returns the lines that report an error at the terminal: every issue, with its position if a file was read. */
export function describeError(error: AppError): string[] {
  const { message, issues } = error
  if (error instanceof Invalid) return issues.map((issue) => oneLine(issue.message))
  return [message, ...issues.map((issue) => `  ${issue.field}: ${issue.message}`)].map(oneLine)
}

/** Returns a handler for a rejected operation. It adds advice to errors with this code. */
export function hint(code: ErrorCode, advice: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== code) throw error
    throw new AppError(code, `${error.message} ${advice}`, { issues: error.issues, cause: error })
  }
}

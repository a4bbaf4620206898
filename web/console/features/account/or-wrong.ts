import { ApiError } from '../../api/client.ts'
import { FieldIssue } from '../../ui/form.tsx'

/** Returns what a call returns. @throws FieldIssue at the field that proves who the person is, where the proof is wrong */
export async function orWrong<T>(call: Promise<T>, field: string, message: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
      throw new FieldIssue(field, message)
    throw error
  }
}

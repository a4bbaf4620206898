import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import type { HostKind } from './hosts.ts'

type Ask = (request: object) => Promise<unknown>

const hosts = new Map<string, Promise<Ask>>()

/**
 * Asks a host of this test process: the first of its kind, or the one with a number. Returns its result. @throws an
 * Error with its message
 */
export async function askHost(kind: HostKind, request: object, number = 0): Promise<unknown> {
  const name = `${kind} ${number}`
  const host = hosts.get(name) ?? borrow(kind)
  hosts.set(name, host)
  return (await host)(request)
}

async function borrow(kind: HostKind): Promise<Ask> {
  const socket = connect(inject('hosts'))
  await once(socket, 'connect')
  // It is given back when this process ends.
  socket.unref()
  socket.write(`${kind}\n`)
  const ended = { error: `The host of ${kind} has ended.` }
  const waiting = new Map<number, (answer: { result?: unknown; error?: string }) => void>()
  createInterface({ input: socket }).on('line', (line) => {
    const answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const settle of waiting.values()) settle(ended)
  })
  let last = 0
  return async (request) => {
    if (socket.destroyed) throw new Error(ended.error)
    const id = ++last
    const answer = new Promise<{ result?: unknown; error?: string }>((resolve) => waiting.set(id, resolve))
    socket.ref()
    socket.write(`${JSON.stringify({ ...request, id })}\n`)
    const { result, error } = await answer
    if (waiting.size === 0) socket.unref()
    if (error !== undefined) throw new Error(error)
    return result
  }
}

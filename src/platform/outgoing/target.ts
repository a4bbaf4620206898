import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'
import { OutgoingError } from './failure.ts'

export interface TargetRules {
  /** Permit plain http and addresses that are not public (ALLOW_PRIVATE_WEBHOOKS). */
  allowPrivate: boolean
}

const maxUrlLength = 2048
const PRIVATE = 'must not point to a private or local address without ALLOW_PRIVATE_WEBHOOKS=true'

/**
 * Returns the problem with a target URL that an administrator entered, or null. Checks only the text: a name that
 * resolves to a private address is found when it is called.
 */
export function checkTargetUrl(text: string, rules: TargetRules): string | null {
  const target = readTarget(text, rules)
  return target instanceof OutgoingError ? target.message : null
}

/** Returns the parsed URL of a permitted target. @throws OutgoingError (`invalid_url`, `refused_target`) */
export function parseTarget(text: string, rules: TargetRules): URL {
  const target = readTarget(text, rules)
  if (target instanceof OutgoingError) throw target
  return target
}

function readTarget(text: string, rules: TargetRules): URL | OutgoingError {
  if (text.length > maxUrlLength) return invalid(`must have at most ${maxUrlLength} characters`)
  // The URL parser silently drops tabs and line ends, but the call must go to the URL as entered.
  if (/[\s\p{Cc}]/u.test(text)) return invalid('must not contain blanks or control characters')
  const url = URL.parse(text)
  if (!url) return invalid('must be a complete URL, such as https://crm.example.com/hook')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('must begin with https://')
  if (url.username !== '' || url.password !== '') return invalid('must not contain a user name or password')
  return rules.allowPrivate ? url : onlyPublic(url)
}

function onlyPublic(url: URL): URL | OutgoingError {
  if (url.protocol === 'http:')
    return refused('must begin with https://; plain http needs ALLOW_PRIVATE_WEBHOOKS=true')
  // The parser has already converted 127.1, 0x7f.1, 2130706433 and the like to dotted form.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const named = isIP(host) === 0
  if (named && !/(^|\.)localhost\.?$/.test(host)) return url
  return !named && isPublicAddress(host) ? url : refused(PRIVATE)
}

function invalid(problem: string): OutgoingError {
  return new OutgoingError('invalid_url', `The target URL ${problem}.`)
}

function refused(problem: string): OutgoingError {
  return new OutgoingError('refused_target', `The target URL ${problem}.`)
}

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TYPES = {
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
} as const

export type AssetName = keyof typeof TYPES

interface Asset {
  type: string
  body: Buffer
  version: string
}

const loaded = new Map<AssetName, Asset>()

export const ASSET_PATH = '/docs/assets'

/** Returns a file of the pages, read when it is first wanted. */
function readAsset(name: AssetName): Asset {
  const known = loaded.get(name)
  if (known) return known
  const body = readFileSync(join(import.meta.dirname, 'assets', name))
  const asset = { type: TYPES[name], body, version: hash('sha256', body, 'hex').slice(0, 12) }
  loaded.set(name, asset)
  return asset
}

/** Returns the address of a file, which changes with its content. */
export function assetUrl(name: AssetName): string {
  return `${ASSET_PATH}/${readAsset(name).version}/${name}`
}

/** Returns the file that a name from a URL means. */
export function findAsset(name: string): Asset | undefined {
  return Object.hasOwn(TYPES, name) ? readAsset(name as AssetName) : undefined
}

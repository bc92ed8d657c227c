/** What a device gets when it asks for its attributes: the same on every transport. */

import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { valuesJson } from './values-json.ts'

/** Names in one request; more are refused, because each costs a lookup. */
export const requestedKeysMax = 1000

/** Comma-separated names, `null` when absent or empty. */
export function keyList(text: string | null | undefined): string[] | null {
  if (!text) return null
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return keys.length > 0 ? keys : null
}

/**
 * JSON text `{"client": {…}, "shared": {…}}`; empty parts are left out. Without any names all client and shared
 * attributes are answered.
 */
export async function attributeAnswer(
  store: Pick<AttributeStore, 'attributes'>,
  deviceId: string,
  clientKeys: readonly string[] | null,
  sharedKeys: readonly string[] | null,
): Promise<string> {
  const isAll = !clientKeys && !sharedKeys
  const [client, shared] = await Promise.all([
    isAll || clientKeys ? store.attributes(deviceId, 'CLIENT_SCOPE', clientKeys) : [],
    isAll || sharedKeys ? store.attributes(deviceId, 'SHARED_SCOPE', sharedKeys) : [],
  ])
  const parts = [...part('client', client), ...part('shared', shared)]
  return `{${parts.join(',')}}`
}

const part = (name: string, values: readonly KeyedValue[]) =>
  values.length > 0 ? [`"${name}":${valuesJson(values)}`] : []

/** Builds the response to a device's attribute request; the format is the same on every transport. */

import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { chosenOf, type NamedKeys, namedKeys, namesToRead } from '../telemetry/named-keys.ts'
import { valuesJson } from './values-json.ts'

/** Maximum number of keys in one request; a request with more is rejected, because each key costs a lookup. */
export const requestedKeysMax = 1000

/** Parses comma-separated keys; `null` when the text is absent or has no keys. */
export function keyList(text: string | null | undefined): NamedKeys | null {
  const named = namedKeys(text)
  if (!named) return null
  const each = named.each.map((key) => key.trim()).filter((key) => key !== '')
  return each.length > 0 || named.whole !== null ? { ...named, each } : null
}

/**
 * Returns JSON text `{"client": {…}, "shared": {…}}` without empty parts. If both key lists are null, it contains all
 * client and shared attributes.
 */
export async function attributeAnswer(
  store: Pick<AttributeStore, 'attributes'>,
  deviceId: string,
  clientKeys: NamedKeys | null,
  sharedKeys: NamedKeys | null,
): Promise<string> {
  const isAll = !clientKeys && !sharedKeys
  const [client, shared] = await Promise.all([
    isAll || clientKeys ? store.attributes(deviceId, 'CLIENT_SCOPE', namesToRead(clientKeys)) : [],
    isAll || sharedKeys ? store.attributes(deviceId, 'SHARED_SCOPE', namesToRead(sharedKeys)) : [],
  ])
  const parts = [...part('client', chosenOf(clientKeys, client)), ...part('shared', chosenOf(sharedKeys, shared))]
  return `{${parts.join(',')}}`
}

const part = (name: string, values: readonly KeyedValue[]) =>
  values.length > 0 ? [`"${name}":${valuesJson(values)}`] : []

/** JSON files of entities: naming, saving and reading. */

import { parseJson } from '@sonde/model/exact-json'
import { saveFile } from '../ui/download/save-file.ts'
import { unicodeText } from '../ui/files/text-file.ts'
import { failureText } from '../ui/states/failure-text.ts'

/** Maximum size of a file to read, in bytes. */
export const fileBytesMax = 50 * 1024 * 1024

/** The name in lower case, with every non-word character replaced by `_`. */
export const jsonFileName = (name: string): string => `${name.toLowerCase().replace(/\W/g, '_')}.json`

/** Removes ID, creation time, tenant and customer, which have meaning only on this server. */
export function withoutOwnership<T extends object>(
  entity: T,
): Omit<T, 'id' | 'createdTime' | 'tenantId' | 'customerId'> {
  const {
    id: _,
    createdTime: _created,
    tenantId: _tenant,
    customerId: _customer,
    ...rest
  } = entity as T & Record<'id' | 'createdTime' | 'tenantId' | 'customerId', unknown>
  return rest
}

export const jsonFileText = (content: unknown): string => JSON.stringify(content, null, 2)

/** Downloads the content as a JSON file. */
export const saveJsonFile = (name: string, content: unknown): void =>
  saveFile(jsonFileName(name), new Blob([jsonFileText(content)], { type: 'application/json' }))

export type ReadJson =
  | { readonly kind: 'read'; readonly content: unknown }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notUnicode' }
  | { readonly kind: 'notParsed'; readonly reason: string }

/** Parsed content of a chosen file, or the reason it can't be read. */
export async function readJsonFile(file: File): Promise<ReadJson> {
  if (!file.name.toLowerCase().endsWith('.json')) return { kind: 'notJson' }
  if (file.size > fileBytesMax) return { kind: 'tooLarge' }
  const text = await unicodeText(file)
  if (text === null) return { kind: 'notUnicode' }
  try {
    return { kind: 'read', content: parseJson(text) as unknown }
  } catch (error) {
    return { kind: 'notParsed', reason: failureText(error) }
  }
}

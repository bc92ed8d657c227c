/** Removes secrets of settings from responses and restores them when the settings are saved. Pure. */

import {
  type SecretField,
  type SecretSettings,
  sameTarget,
  settingsSecrets,
} from '@sonde/model/admin-settings/settings-secrets'
import { badRequest } from '@sonde/model/errors'

type Fields = Record<string, unknown>

interface Place {
  /** Object that contains the secret. */
  readonly parent: Fields
  readonly name: string
  /** Path including list indexes. */
  readonly path: string
}

const fieldsOf = (key: SecretSettings): readonly SecretField[] => settingsSecrets[key]

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Locations at which the secret is or could be. */
function placesOf(value: unknown, { path }: SecretField): Place[] {
  const walk = (at: unknown, rest: readonly string[], walked: string): Place[] => {
    const [name = '', ...below] = rest
    if (!isFields(at)) return []
    if (name === '*') {
      return Array.isArray(at) ? at.flatMap((each, i) => walk(each, below, `${walked}${i}.`)) : []
    }
    return below.length === 0 ? [{ parent: at, name, path: walked + name }] : walk(at[name], below, `${walked}${name}.`)
  }
  return walk(value, path, '')
}

const isSecret = (value: unknown): value is string => typeof value === 'string' && value !== ''

function hide({ parent, name }: Place, { answered }: SecretField): void {
  if (answered === 'absent') delete parent[name]
  else parent[name] = null
}

/** Copy without secrets, for responses. */
export function withoutSecrets<T>(key: SecretSettings, value: T): T {
  const copy = structuredClone(value)
  for (const field of fieldsOf(key)) for (const place of placesOf(copy, field)) hide(place, field)
  return copy
}

/** Paths of the secrets that are set. */
export const pathsOfSecrets = (key: SecretSettings, value: unknown): string[] =>
  fieldsOf(key).flatMap((field) =>
    placesOf(value, field)
      .filter(({ parent, name }) => isSecret(parent[name]))
      .map(({ path }) => path),
  )

/**
 * Copy with stored secrets filled in where none is given. `at` is the path of the settings in the request. Throws 400
 * if a required secret isn't stored, and if a secret would be used for another target than it was stored for.
 */
export function withStoredSecrets<T>(key: SecretSettings, given: T, stored: unknown, at = ''): T {
  const copy = structuredClone(given)
  for (const field of fieldsOf(key)) {
    const known = placesOf(stored, field).filter(({ parent, name }) => isSecret(parent[name]))
    for (const place of placesOf(copy, field)) complete(place, field, known, at)
  }
  return copy
}

function complete(place: Place, field: SecretField, known: readonly Place[], at: string): void {
  const { parent, name } = place
  const given = parent[name]
  const isUseless = field.neededBy !== undefined && !parent[field.neededBy]
  // An empty text deletes an optional secret.
  const isNone = given === '' && !field.isRequired
  if (isUseless || isNone) hide(place, field)
  else if (!isSecret(given)) parent[name] = storedFor(place, field, known, at)
}

/** Returns the stored secret. Throws 400 if the secret must be entered again. */
function storedFor({ parent, path }: Place, field: SecretField, known: readonly Place[], at: string): unknown {
  const same = known.filter((each) => sameTarget(field, each.parent, parent))
  const found = same.find((each) => each.path === path) ?? same[0]
  if (found) return found.parent[found.name]
  if (field.isRequired) throw badRequest(`${at}${path} is missing. Enter it, because none is stored for this target.`)
  const isOnlyOne = !field.path.includes('*')
  if (isOnlyOne && known.length > 0) {
    throw badRequest(
      `Enter ${at}${path} again. The stored one is for another target (${field.boundTo.join(', ')}). Send an empty text for none.`,
    )
  }
  return field.answered === 'null' ? null : undefined
}

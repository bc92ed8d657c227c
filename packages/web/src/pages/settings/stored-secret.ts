/** Secrets in forms. The server never returns secrets, so an empty field keeps the stored one. */

import { type SecretField, sameTarget } from '@sonde/model/admin-settings/settings-secrets'
import type { Translate } from '../../locale/texts.ts'

/** Loaded settings that a stored secret belongs to; null: no secret is stored. */
export type StoredFor = Readonly<Record<string, unknown>> | null

/** True if an empty field keeps the stored secret, which is only sent to the target that it was stored for. */
export const isRetained = (field: Pick<SecretField, 'boundTo'>, storedFor: StoredFor, now: object): boolean =>
  storedFor !== null && sameTarget(field, storedFor, now as Readonly<Record<string, unknown>>)

/** Error message if a secret is required but missing. */
export function missingSecret(
  typed: string,
  storedFor: StoredFor,
  isStored: boolean,
  t: Translate,
): string | undefined {
  if (typed.trim() !== '' || isStored) return undefined
  return t(storedFor ? 'settings.secretForOther' : 'settings.required')
}

/** Secrets in forms: the server never answers one, so a field that is left empty keeps the one that is stored. */

import { type SecretField, sameTarget } from '@sonde/model/admin-settings/settings-secrets'
import type { Translate } from '../../locale/texts.ts'

/** What a stored secret goes to, as it was loaded; null: none is stored. */
export type StoredFor = Readonly<Record<string, unknown>> | null

/** Whether the stored secret stays when none is typed: it goes nowhere but where it was stored for. */
export const isRetained = (field: Pick<SecretField, 'boundTo'>, storedFor: StoredFor, now: object): boolean =>
  storedFor !== null && sameTarget(field, storedFor, now as Readonly<Record<string, unknown>>)

/** What is said where a secret has to be typed and is not. */
export function missingSecret(
  typed: string,
  storedFor: StoredFor,
  isStored: boolean,
  t: Translate,
): string | undefined {
  if (typed.trim() !== '' || isStored) return undefined
  return t(storedFor ? 'settings.secretForOther' : 'settings.required')
}

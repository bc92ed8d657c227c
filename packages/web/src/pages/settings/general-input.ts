/** Form of the general settings: draft and validation. */

import type { GeneralSettings } from '@sonde/model/admin-settings/admin-settings'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'

export type GeneralDraft = GeneralSettings
export type GeneralFaults = { readonly baseUrl?: string }

/** Same rule as on the server. */
const address = /^https?:\/\/[^\s/?#]+[^\s?#]*$/

export function generalFaults({ baseUrl }: GeneralDraft, t: Translate): GeneralFaults {
  const typed = baseUrl.trim()
  if (typed === '') return { baseUrl: t('settings.baseUrlRequired') }
  return { baseUrl: address.test(typed) ? tooLong(typed, t) : t('settings.baseUrlInvalid') }
}

export const draftOfGeneral = (stored: unknown): GeneralDraft => {
  const { baseUrl = '', prohibitDifferentUrl = false } = stored as Partial<GeneralSettings>
  return { baseUrl, prohibitDifferentUrl }
}

/** Form of the general settings: draft and validation. */

import type { GeneralSettings } from '@sonde/model/admin-settings/admin-settings'
import { linesOf, sitesError } from '../../dashboards/embedding-sites.ts'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'

export interface GeneralDraft extends Omit<GeneralSettings, 'embeddingSites'> {
  /** One per line. */
  readonly embeddingSites: string
}
export interface GeneralErrors {
  readonly baseUrl?: string
  readonly embeddingSites?: string
}

/** Same rule as on the server. */
const address = /^https?:\/\/[^\s/?#]+[^\s?#]*$/

export const generalErrors = ({ baseUrl, embeddingSites }: GeneralDraft, t: Translate): GeneralErrors => ({
  baseUrl: baseUrlError(baseUrl.trim(), t),
  embeddingSites: sitesError(embeddingSites, t),
})

function baseUrlError(typed: string, t: Translate): string | undefined {
  if (typed === '') return t('settings.baseUrlRequired')
  return address.test(typed) ? tooLong(typed, t) : t('settings.baseUrlInvalid')
}

export const wireGeneral = ({ baseUrl, prohibitDifferentUrl, embeddingSites }: GeneralDraft): GeneralSettings => ({
  baseUrl: baseUrl.trim(),
  prohibitDifferentUrl,
  embeddingSites: [...linesOf(embeddingSites)],
})

export const draftOfGeneral = (stored: unknown): GeneralDraft => {
  const { baseUrl = '', prohibitDifferentUrl = false, embeddingSites = [] } = stored as Partial<GeneralSettings>
  return { baseUrl, prohibitDifferentUrl, embeddingSites: embeddingSites.join('\n') }
}

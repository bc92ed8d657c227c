/** Form of a tenant profile: draft, validation, request body and file format. */

import { isLimitKey, type LimitKey, type LimitValues, limitKeys, limitOf } from '@sonde/model/limits/limits'
import {
  type ProfileNumber,
  type ProfileRate,
  profileRates,
  type TenantProfile,
  type TenantProfileInput,
} from '@sonde/model/tenant-profiles/tenant-profile'
import { area, type DraftOf, fieldList, line } from '../../entities/field-list.ts'
import { withoutOwnership } from '../../json-files/json-file.ts'
import type { Translate } from '../../locale/texts.ts'
import { textLengthMax, tooLong } from '../../ui/field/text-errors.ts'
import { numberFields } from './profile-groups.ts'
import { parseRates, wireRate } from './rate-limit.ts'

export const tenantProfileFields = fieldList({
  name: line({ label: 'tenantProfiles.name', required: 'tenantProfiles.nameRequired' }),
  description: area({ label: 'tenantProfiles.description', lengthMax: 4096 }),
})

export type TenantProfileDraft = DraftOf<typeof tenantProfileFields.declarations> & {
  readonly isolatedTbCore: boolean
  readonly isolatedTbRuleEngine: boolean
} & { readonly [K in ProfileNumber | ProfileRate]: string } & {
  /** Empty: the default of the server. */
  readonly [K in LimitKey]: string
}

/** Error messages by field. */
export type TenantProfileErrors = Partial<Record<keyof TenantProfileDraft, string>>

const texts = <K extends string>(fields: readonly K[], of: (field: K) => string) =>
  Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<K, string>

/** Draft of a new profile, without limits. */
export const emptyTenantProfile: TenantProfileDraft = {
  ...tenantProfileFields.empty,
  isolatedTbCore: false,
  isolatedTbRuleEngine: false,
  ...texts(numberFields, () => '0'),
  ...texts(profileRates, () => ''),
  ...texts(limitKeys, () => ''),
}

export function draftOfTenantProfile(profile: TenantProfile, limits: LimitValues): TenantProfileDraft {
  const { configuration } = profile.profileData
  return {
    name: profile.name,
    description: profile.description ?? '',
    isolatedTbCore: profile.isolatedTbCore,
    isolatedTbRuleEngine: profile.isolatedTbRuleEngine,
    ...texts(numberFields, (field) => String(configuration[field] ?? 0)),
    ...texts(profileRates, (field) => configuration[field] ?? ''),
    ...texts(limitKeys, (key) => String(limits[key] ?? '')),
  }
}

export function tenantProfileErrors(draft: TenantProfileDraft, t: Translate): TenantProfileErrors {
  const fieldErrors: TenantProfileErrors = { ...tenantProfileFields.fieldErrorsOf(draft, t) }
  for (const field of numberFields) fieldErrors[field] = numberError(draft[field], t)
  for (const field of profileRates) {
    if (parseRates(draft[field]) === undefined) fieldErrors[field] = t('tenantProfiles.rateInvalid')
    else fieldErrors[field] = tooLong(draft[field], t, textLengthMax)
  }
  for (const key of limitKeys) fieldErrors[key] = limitError(key, draft[key], t)
  return fieldErrors
}

const isLimitValue = (key: LimitKey, value: number): boolean =>
  Number.isSafeInteger(value) && value >= 1 && value <= limitOf(key).max

function limitError(key: LimitKey, text: string, t: Translate): string | undefined {
  const typed = text.trim()
  if (typed === '' || (/^\d+$/.test(typed) && isLimitValue(key, Number(typed)))) return undefined
  return t('tenantProfiles.limitInvalid', { max: limitOf(key).max })
}

function numberError(text: string, t: Translate): string | undefined {
  const typed = text.trim()
  if (typed === '') return t('tenantProfiles.numberRequired')
  if (/^[-−]\d/.test(typed)) return t('tenantProfiles.numberNegative')
  return /^\d+$/.test(typed) && Number.isSafeInteger(Number(typed)) ? undefined : t('tenantProfiles.numberInvalid')
}

/** Request body; preserves parts of the configuration that the form does not show. */
export function wireTenantProfile(draft: TenantProfileDraft, profile: TenantProfile | null): TenantProfileInput {
  return {
    ...(profile ? { id: profile.id, default: profile.default } : {}),
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    isolatedTbCore: draft.isolatedTbCore,
    isolatedTbRuleEngine: draft.isolatedTbRuleEngine,
    profileData: {
      configuration: {
        ...profile?.profileData.configuration,
        type: 'DEFAULT',
        ...Object.fromEntries(numberFields.map((field) => [field, Number(draft[field])])),
        ...Object.fromEntries(profileRates.map((field) => [field, wireRate(draft[field])])),
      },
    },
  }
}

/** Request body for limits: only those with a value. */
export const wireLimits = (draft: TenantProfileDraft): LimitValues =>
  Object.fromEntries(limitKeys.filter((key) => draft[key].trim() !== '').map((key) => [key, Number(draft[key])]))

/** Profile with its limits, which come from a separate request. */
export type WholeTenantProfile = TenantProfile & { readonly limits: LimitValues }

/** Exports a profile; an imported profile never becomes the default. */
export const exportedTenantProfile = (profile: TenantProfile) => ({ ...withoutOwnership(profile), default: false })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface ImportedTenantProfile {
  readonly profile: TenantProfileInput
  readonly limits: LimitValues
}

/** Reads a profile from a file's content. Throws if it contains none; the server checks the rest. */
export function importedTenantProfile(content: unknown, t: Translate): ImportedTenantProfile {
  const isProfile =
    isRecord(content) &&
    typeof content.name === 'string' &&
    isRecord(content.profileData) &&
    typeof content.isolatedTbCore === 'boolean' &&
    typeof content.isolatedTbRuleEngine === 'boolean'
  if (!isProfile) throw new Error(t('tenantProfiles.notProfile'))
  const { name, description, profileData, isolatedTbCore, isolatedTbRuleEngine } = content
  const profile = { name, description, profileData, isolatedTbCore, isolatedTbRuleEngine, default: false }
  return { profile: profile as TenantProfileInput, limits: importedLimits(content.limits ?? {}, t) }
}

/** Limits in a file. Files from other platforms contain none. Throws for unknown names and invalid values. */
function importedLimits(given: unknown, t: Translate): LimitValues {
  if (!isRecord(given)) throw new Error(t('tenantProfiles.notProfile'))
  const values: { [K in LimitKey]?: number } = {}
  for (const [key, value] of Object.entries(given)) {
    if (!isLimitKey(key)) throw new Error(t('tenantProfiles.limitUnknown', { name: key }))
    if (typeof value !== 'number' || !isLimitValue(key, value)) {
      throw new Error(t('tenantProfiles.limitWrong', { name: key, max: limitOf(key).max }))
    }
    values[key] = value
  }
  return values
}

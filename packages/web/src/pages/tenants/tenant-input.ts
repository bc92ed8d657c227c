/** Form of a tenant: draft, validation and request body. */

import type { TenantInfo, TenantInput } from '@sonde/model/tenants/tenant'
import {
  type ContactDraft,
  contactFaults,
  draftOfContact,
  emptyContact,
  wireContact,
} from '../../contact/contact-input.ts'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import {
  type HomeDashboardDraft,
  homeDashboardOf,
  noHomeDashboard,
  wireHomeDashboard,
} from '../../entities/home-dashboard.tsx'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'

export interface TenantDraft extends ContactDraft, HomeDashboardDraft {
  readonly title: string
  /** Empty: the default one. */
  readonly tenantProfileId: string
  /** If given, a profile of this name is created and assigned. */
  readonly newProfileName: string | null
  readonly description: string
}

export const emptyTenant: TenantDraft = {
  title: '',
  tenantProfileId: '',
  newProfileName: null,
  description: '',
  ...emptyContact,
  ...noHomeDashboard,
}

/** Error messages by field. */
export type TenantFaults = Partial<Record<keyof TenantDraft, string>>

export function tenantFaults(draft: TenantDraft, t: Translate): TenantFaults {
  const { title, newProfileName } = draft
  return {
    ...contactFaults(draft, t),
    title: title.trim() === '' ? t('tenants.titleRequired') : tooLong(title, t),
    newProfileName:
      newProfileName === null
        ? undefined
        : newProfileName.trim() === ''
          ? t('tenants.profileNameRequired')
          : tooLong(newProfileName, t),
  }
}

export function draftOfTenant(tenant: TenantInfo): TenantDraft {
  const info = additionalInfoOf(tenant)
  return {
    title: tenant.title,
    tenantProfileId: tenant.tenantProfileId.id,
    newProfileName: null,
    description: infoText(info, 'description'),
    ...draftOfContact(tenant),
    ...homeDashboardOf(info),
  }
}

/** Request body; additional info that the form does not show is preserved. */
export function wireTenant(draft: TenantDraft, tenant: TenantInfo | null): TenantInput {
  return {
    ...(tenant ? { id: tenant.id } : {}),
    title: draft.title.trim(),
    tenantProfileId: draft.tenantProfileId ? { entityType: 'TENANT_PROFILE', id: draft.tenantProfileId } : null,
    ...wireContact(draft),
    additionalInfo: {
      ...(tenant ? additionalInfoOf(tenant) : {}),
      ...wireHomeDashboard(draft),
      description: draft.description.trim(),
    },
  }
}

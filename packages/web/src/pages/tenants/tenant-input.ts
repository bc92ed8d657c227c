/** Form of a tenant: draft, validation and request body. */

import type { TenantInfo, TenantInput } from '@sonde/model/tenants/tenant'
import { area, fieldList, line } from '../../entities/field-list.ts'
import { draftOfOwner, emptyOwner, type OwnerDraft, ownerErrors, wireOwner } from '../../entities/owner-input.ts'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'

export const tenantFields = fieldList({
  title: line({ label: 'tenants.name', required: 'tenants.titleRequired' }),
  description: area({ label: 'tenants.description' }),
})

export interface TenantDraft extends OwnerDraft {
  /** Empty: the default profile. */
  readonly tenantProfileId: string
  /** If not null, a profile with this name is created and assigned. */
  readonly newProfileName: string | null
}

export const emptyTenant: TenantDraft = {
  ...emptyOwner,
  ...tenantFields.empty,
  tenantProfileId: '',
  newProfileName: null,
}

/** Error messages by field. */
export type TenantErrors = Partial<Record<keyof TenantDraft, string>>

export function tenantErrors(draft: TenantDraft, t: Translate): TenantErrors {
  const { newProfileName } = draft
  return {
    ...ownerErrors(draft, t),
    ...tenantFields.fieldErrorsOf(draft, t),
    newProfileName:
      newProfileName === null
        ? undefined
        : newProfileName.trim() === ''
          ? t('tenants.profileNameRequired')
          : tooLong(newProfileName, t),
  }
}

export const draftOfTenant = (tenant: TenantInfo): TenantDraft => ({
  ...draftOfOwner(tenant),
  tenantProfileId: tenant.tenantProfileId.id,
  newProfileName: null,
})

export const wireTenant = (draft: TenantDraft, tenant: TenantInfo | null): TenantInput => ({
  ...(tenant ? { id: tenant.id } : {}),
  ...wireOwner(draft, tenant),
  tenantProfileId: draft.tenantProfileId ? { entityType: 'TENANT_PROFILE', id: draft.tenantProfileId } : null,
})

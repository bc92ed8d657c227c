/** Form of accepted tenants: draft and validation. */

import { acceptedTenantsMax } from '@sonde/model/devices/device-acceptance'
import { isUuid } from '@sonde/model/ids'
import type { FieldErrors } from '../../entities/use-field-errors.ts'
import type { Translate } from '../../locale/texts.ts'

export interface AcceptanceDraft {
  readonly fromTenants: readonly string[]
}

export function acceptanceErrors({ fromTenants }: AcceptanceDraft, t: Translate): FieldErrors<AcceptanceDraft> {
  const wrong = fromTenants.find((id) => !isUuid(id))
  if (wrong !== undefined) return { fromTenants: t('settings.tenantIdInvalid', { id: wrong }) }
  if (fromTenants.length <= acceptedTenantsMax) return {}
  return { fromTenants: t('settings.acceptedTenantsTooMany', { count: acceptedTenantsMax }) }
}

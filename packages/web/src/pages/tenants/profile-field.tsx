/** Field for the profile of a tenant: an existing one, or the name of a new one. */

import { Link } from '@tanstack/react-router'
import { useText } from '../../locale/use-text.tsx'
import { ComboField } from '../../ui/field/combo-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import type { TenantFieldsState } from './tenant-fields.tsx'
import { useProfileChoices, useProfileName } from './tenant-profile-choices.ts'

interface ProfileFieldProps {
  readonly fields: TenantFieldsState
  /** Shows a link to the selected profile. */
  readonly hasLink?: boolean
}

export function ProfileField({ fields: { draft, change, touch, fieldErrors }, hasLink = false }: ProfileFieldProps) {
  const t = useText()
  const choices = useProfileChoices()
  const { tenantProfileId, newProfileName } = draft
  const name = useProfileName(tenantProfileId)
  return (
    <>
      <div className="sd-field">
        <Segmented
          label={t('tenants.profileKind')}
          size="sm"
          options={[
            { value: 'existing', label: t('tenants.existingProfile') },
            { value: 'new', label: t('tenants.newProfile') },
          ]}
          value={newProfileName === null ? 'existing' : 'new'}
          onChange={(kind) => change({ newProfileName: kind === 'new' ? '' : null })}
        />
      </div>
      {newProfileName === null ? (
        <ComboField
          label={t('tenants.profile')}
          help={t('tenants.profileHelp')}
          aside={
            hasLink &&
            tenantProfileId && (
              <Link
                to="/tenantProfiles/$entityId"
                params={{ entityId: tenantProfileId }}
                search={{}}
                className="sd-entity-link sd-xs"
              >
                {t('tenants.openProfile')}
              </Link>
            )
          }
          source={['tenantProfiles', 'choices']}
          load={choices.find}
          value={tenantProfileId ? { value: tenantProfileId, label: name ?? '…' } : null}
          onChange={(option) => option && change({ tenantProfileId: option.value })}
        />
      ) : (
        <TextField
          label={t('tenants.profileName')}
          help={t('tenants.profileNameHelp')}
          value={newProfileName}
          error={fieldErrors.newProfileName}
          onBlur={() => touch('newProfileName')}
          onChange={(name) => change({ newProfileName: name })}
          autoComplete="off"
        />
      )}
    </>
  )
}

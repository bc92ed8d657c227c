/** Tenants from which devices are accepted; none until an administrator adds them. */

import { createDeviceFleetCalls, type DeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { DeviceAcceptance } from '@sonde/model/devices/device-acceptance'
import { useMemo } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { KeyListField } from '../../ui/chips/key-list-field.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { type AcceptanceDraft, acceptanceErrors } from './device-acceptance-input.ts'
import { useSettings } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

const draftOf = ({ fromTenants }: DeviceAcceptance): AcceptanceDraft => ({ fromTenants })

export function DeviceAcceptancePage() {
  const t = useText()
  const { rest } = useClient()
  const calls = useMemo(() => createDeviceFleetCalls(rest), [rest])
  const query = useSettings('deviceAcceptance', (signal) => calls.acceptance({ ...quiet, signal }))
  return (
    <SettingsPage
      title={t('settings.deviceAcceptance')}
      text={t('settings.deviceAcceptanceText')}
      failed={t('settings.deviceAcceptanceFailed')}
      query={query}
    >
      {(acceptance) => <AcceptanceForm acceptance={acceptance} calls={calls} />}
    </SettingsPage>
  )
}

function AcceptanceForm({ acceptance, calls }: { acceptance: DeviceAcceptance; calls: DeviceFleetCalls }) {
  const t = useText()
  const tenantId = useAccount()?.auth.tenantId
  const form = useSettingsForm<AcceptanceDraft, DeviceAcceptance>({
    name: 'deviceAcceptance',
    settings: acceptance,
    load: () => calls.acceptance(quiet),
    draftOf,
    fieldErrorsOf: (draft) => acceptanceErrors(draft, t),
    save: ({ fromTenants }) => calls.saveAcceptance({ fromTenants: [...fromTenants] }, quiet),
  })
  return (
    <SettingsForm form={form}>
      <KeyListField
        label={t('settings.acceptedTenants')}
        help={t('settings.acceptedTenantsHelp')}
        isOptional
        value={form.draft.fromTenants}
        onChange={(ids) => form.change({ fromTenants: ids ?? [] })}
        onBlur={() => form.touch('fromTenants')}
        error={form.fieldErrors.fromTenants}
      />
      {tenantId && (
        <FieldGroup title={t('settings.ownTenantId')} text={t('settings.ownTenantIdText')}>
          <CodeBlock text={tenantId} />
        </FieldGroup>
      )}
    </SettingsForm>
  )
}

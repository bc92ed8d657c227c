/** Imports a dashboard from a file; asks for replacements if its aliases name entities that do not exist here. */

import type { DashboardInput } from '@sonde/model/dashboards/dashboard'
import type { EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import type { AliasContext } from '@sonde/model/dashboards/entity-aliases'
import { useState } from 'react'
import { AliasRepairDialog } from '../../dashboards/import/alias-repair-dialog.tsx'
import { unresolvedAliases, upgraded, withEntities } from '../../dashboards/import/import-aliases.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { importedDashboard } from './dashboard-input.ts'

interface ImportDashboardDialogProps {
  readonly onClose: () => void
  readonly onAdded: (dashboardId: string) => Promise<void>
}

interface Waiting {
  readonly dashboard: DashboardInput
  readonly aliases: readonly EntityAlias[]
}

type Json = Readonly<Record<string, unknown>>

export default function ImportDashboardDialog({ onClose, onAdded }: ImportDashboardDialogProps) {
  const t = useText()
  const client = useClient()
  const auth = useAccount()?.auth
  const toasts = useToasts()
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function save(dashboard: DashboardInput) {
    const { id, title } = await client.dashboards.save(dashboard, { ignoreErrors: true })
    await onAdded(id.id)
    toasts.show({ kind: 'success', text: t('dashboards.imported', { name: title }) })
  }

  async function run(dashboard: DashboardInput) {
    const parts = { nowMs: client.session.serverNowMs(), newId: () => crypto.randomUUID() }
    const configuration = upgraded(dashboard.configuration as Json, parts)
    const context: AliasContext = {
      authority: 'TENANT_ADMIN',
      tenantId: auth?.tenantId ?? '',
      customerId: null,
      userId: auth?.userId ?? '',
      stateParams: {},
    }
    const find = (query: Parameters<typeof client.entityQuery.find>[0]) =>
      client.entityQuery.find(query, { ignoreErrors: true })
    const aliases = await unresolvedAliases(configuration, context, find, parts)
    const input = { ...dashboard, configuration }
    if (aliases.length > 0) setWaiting({ dashboard: input, aliases })
    else await save(input)
  }

  if (!waiting) {
    return (
      <ImportJsonDialog
        title={t('dashboards.import')}
        parse={(content) => importedDashboard(content, t)}
        run={run}
        onClose={onClose}
      />
    )
  }
  const { dashboard, aliases } = waiting
  return (
    <AliasRepairDialog
      name={dashboard.title}
      action={t('dashboards.import')}
      aliases={aliases}
      onImport={(chosen) =>
        save({ ...dashboard, configuration: withEntities(dashboard.configuration as Json, chosen) })
      }
      onClose={onClose}
    />
  )
}

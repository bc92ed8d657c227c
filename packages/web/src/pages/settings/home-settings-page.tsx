/** Home dashboard of the tenant. */

import {
  createDashboardSharingCalls,
  type DashboardSharingCalls,
} from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { HomeDashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useMemo } from 'react'
import { type HomeDashboardDraft, HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient, useReloadAccount } from '../../session/use-session.tsx'
import { useSettings } from './settings-calls.ts'
import { SettingsForm, SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const quiet = { ignoreErrors: true } as const

const draftOf = ({ dashboardId, hideDashboardToolbar }: HomeDashboardInfo): HomeDashboardDraft => ({
  homeDashboardId: dashboardId?.id ?? '',
  hidesHomeToolbar: hideDashboardToolbar,
})

export function HomeSettingsPage() {
  const t = useText()
  const { rest } = useClient()
  const calls = useMemo(() => createDashboardSharingCalls(rest), [rest])
  const query = useSettings('home', (signal) => calls.tenantHome({ ...quiet, signal }))
  return (
    <SettingsPage
      title={t('settings.home')}
      text={t('settings.homeText')}
      failed={t('settings.homeFailed')}
      query={query}
    >
      {(home) => <HomeSettingsForm home={home} calls={calls} />}
    </SettingsPage>
  )
}

function HomeSettingsForm({ home, calls }: { home: HomeDashboardInfo; calls: DashboardSharingCalls }) {
  const reloadAccount = useReloadAccount()
  const form = useSettingsForm<HomeDashboardDraft, HomeDashboardInfo>({
    name: 'home',
    settings: home,
    load: () => calls.tenantHome(quiet),
    draftOf,
    fieldErrorsOf: () => ({}),
    async save({ homeDashboardId, hidesHomeToolbar }) {
      await calls.setTenantHome(
        {
          dashboardId: homeDashboardId === '' ? null : { entityType: 'DASHBOARD', id: homeDashboardId },
          hideDashboardToolbar: hidesHomeToolbar,
        },
        quiet,
      )
      await reloadAccount()
    },
  })
  return (
    <SettingsForm form={form}>
      <HomeDashboardFields of={{ kind: 'ownTenant' }} draft={form.draft} onChange={form.change} />
    </SettingsForm>
  )
}

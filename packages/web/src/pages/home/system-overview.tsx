/** Home of system administrators: state of the server, newest tenants, and links to all pages. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Plus, Users } from 'lucide-react'
import { LinkBaseNotice } from '../../admin-settings/link-base.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { Skeleton } from '../../ui/states/states.tsx'
import { GoTo } from './go-to.tsx'
import { ListPanel } from './list-panel.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { ServerCards, useServerState } from './server-cards.tsx'

const newestMax = 8

export function SystemOverview() {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const { data: state } = useServerState()
  return (
    <OverviewFrame
      title={t('home.system')}
      summary={
        <span className="sd-text-2 sd-home-summary">
          {state ? (
            t('home.version', { version: state.version, uptime: format.span(Math.max(0, nowMs - state.startedAt)) })
          ) : (
            <Skeleton width={160} />
          )}
        </span>
      }
      actions={
        <Link to="/tenants" search={{ add: 'true' }} className="sd-button" data-kind="filled" data-size="md">
          <Plus size={18} strokeWidth={2} aria-hidden />
          <span>{t('tenants.add')}</span>
        </Link>
      }
      warnings={
        <LinkBaseNotice
          more={
            <Link to="/settings/general" search={{}}>
              {t('settings.linkBaseSet')}
            </Link>
          }
        />
      }
      figures={<ServerCards />}
      main={<NewestTenants />}
      side={<GoTo />}
    />
  )
}

function NewestTenants() {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const { rest } = useClient()
  const query = useQuery({
    queryKey: ['tenants', 'newest'],
    queryFn: ({ signal }) =>
      createTenantCalls(rest).infos(
        { page: 0, pageSize: newestMax, sortProperty: 'createdTime', sortOrder: 'DESC' },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
  return (
    <ListPanel
      title={t('home.newestTenants')}
      beside={
        <Link to="/tenants" search={{}} className="sd-home-more">
          {t('tenants.title')}
          <ArrowRight size={16} strokeWidth={2} aria-hidden />
        </Link>
      }
      note={<p className="sd-text-2 sd-sm sd-home-note">{t('home.systemText')}</p>}
      query={query}
      failed={t('tenants.listFailed')}
      empty={t('tenants.emptyTitle')}
      kind="activity"
    >
      {(tenant) => (
        <li key={tenant.id.id}>
          <Users size={18} strokeWidth={1.75} aria-hidden />
          <div>
            <EntityLink id={tenant.id} name={tenant.title} />
            <span className="sd-text-3 sd-xs">{t('tenants.ofProfile', { name: tenant.tenantProfileName })}</span>
          </div>
          <span className="sd-num sd-text-2 sd-xs" title={format.dateTime(tenant.createdTime)}>
            {format.when(tenant.createdTime, nowMs)}
          </span>
        </li>
      )}
    </ListPanel>
  )
}

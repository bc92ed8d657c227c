/** Home of system administrators: tenants, and settings for all of them. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Plus, Shapes, SlidersHorizontal, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkBaseNotice } from '../../admin-settings/link-base.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { NavItem } from '../../shell/nav-items.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { Skeleton } from '../../ui/states/states.tsx'
import { GoTo } from './go-to.tsx'
import { KpiCard } from './kpi-card.tsx'
import { ListPanel } from './list-panel.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { usePlaceCount } from './place-counts.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const newestMax = 8

export function SystemOverview() {
  const t = useText()
  const { system } = useClient()
  const { data: info } = useQuery({ queryKey: ['system', 'info'], queryFn: () => system.info() })
  return (
    <OverviewFrame
      title={t('home.system')}
      summary={
        <span className="sd-text-2 sd-home-summary">
          {info ? t('home.version', { version: info.version }) : <Skeleton width={96} />}
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
      figures={
        <>
          <CountCard to="/tenants" title={t('tenants.title')} icon={<Users {...icon} />} />
          <CountCard to="/tenantProfiles" title={t('tenantProfiles.title')} icon={<SlidersHorizontal {...icon} />} />
          <CountCard to="/widgets-bundles" title={t('widgetsBundles.title')} icon={<Shapes {...icon} />} />
        </>
      }
      main={<NewestTenants />}
      side={<GoTo />}
    />
  )
}

interface CountCardProps {
  readonly to: NavItem['to']
  readonly title: string
  readonly icon: ReactNode
}

function CountCard({ to, title, icon }: CountCardProps) {
  const t = useText()
  const format = useFormat()
  const count = usePlaceCount(to)
  return (
    <KpiCard
      icon={icon}
      title={title}
      value={count === undefined ? undefined : format.number(count, { decimals: 0 })}
      parts={[]}
      error={null}
      onRetry={() => {}}
    >
      <Link to={to} search={{}}>
        {t('home.openList')}
        <span className="sd-hidden-text"> {title}</span>
      </Link>
    </KpiCard>
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

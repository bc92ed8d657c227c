/** Changes between two dashboards in words: added, changed and removed parts by name. */

import './versions.css'
import type { DashboardChanges } from '@sonde/model/dashboards/dashboard-changes'
import { useText } from '../../locale/use-text.tsx'

const parts = [
  ['widgets', 'dashboardVersions.widgetNamed'],
  ['states', 'dashboardVersions.stateNamed'],
  ['aliases', 'dashboardVersions.aliasNamed'],
  ['filters', 'dashboardVersions.filterNamed'],
] as const

export function ChangesList({ changes }: { readonly changes: DashboardChanges }) {
  const t = useText()
  const sections = (['added', 'changed', 'removed'] as const).map((kind) => ({
    kind,
    items: [
      ...parts.flatMap(([part, text]) =>
        changes[part][kind].map(({ id, name }) => ({
          id: `${part} ${id}`,
          text: t(text, { name: name || t('dashboardVersions.unnamed') }),
        })),
      ),
      ...(kind === 'changed'
        ? changes.settings.map((name) => ({
            id: `setting ${name}`,
            text: t('dashboardVersions.settingNamed', { name }),
          }))
        : []),
    ],
  }))
  const shown = sections.filter(({ items }) => items.length > 0)
  if (shown.length === 0) return <p>{t('dashboardVersions.noChanges')}</p>
  return shown.map(({ kind, items }) => (
    <section key={kind} className="db-changes">
      <h3>{t(`dashboardVersions.${kind}`)}</h3>
      <ul>
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
  ))
}

/** Action that creates a dashboard of one entity, or of the devices of a profile. */

import { LayoutDashboard } from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useCanAddToDashboard } from '../explore/can-add-to-dashboard.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { Subject } from './load-keys.ts'

const EntityDashboardDialog = lazyComponent(() => import('./entity-dashboard-dialog.tsx'), 'EntityDashboardDialog')

interface EntityDashboardAction<T> {
  /** Empty for users who can't create dashboards. Memoized. */
  readonly actions: readonly EntityAction<T>[]
  readonly dialog: ReactNode
}

/** `subjectOf` must be stable. */
export function useEntityDashboard<T>(subjectOf: (row: T) => Subject): EntityDashboardAction<T> {
  const canCreate = useCanAddToDashboard()
  const [subject, setSubject] = useState<Subject | null>(null)
  const actions = useMemo(
    (): readonly EntityAction<T>[] =>
      canCreate
        ? [
            {
              id: 'createDashboard',
              label: 'entityDashboard.action',
              icon: <LayoutDashboard size={16} strokeWidth={2} aria-hidden />,
              run: (row) => setSubject(subjectOf(row)),
            },
          ]
        : [],
    [canCreate, subjectOf],
  )
  return {
    actions,
    dialog: subject && (
      <Suspense>
        <EntityDashboardDialog subject={subject} onClose={() => setSubject(null)} />
      </Suspense>
    ),
  }
}

/** Menu items for the views of a table, for its toolbar and the phone menu, with their dialogs. */

import { BookmarkPlus, ListChecks } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { MenuItem } from '../ui/menu/menu.tsx'
import { type SavedView, shownView } from './stored-views.ts'
import { useSavedViews } from './use-saved-views.ts'

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'))
const ManageViewsDialog = lazy(() => import('./manage-views-dialog.tsx'))

type View = SavedView['search']

export interface ViewedTable {
  readonly name: string
  /** Current state of the table. */
  readonly view: View
  readonly show: (view: View) => void
}

export interface ViewsMenu {
  /** Empty for visitors without an account. */
  readonly items: readonly MenuItem[]
  /** Saved view that equals the current state. */
  readonly shown: SavedView | undefined
  readonly dialogs: ReactNode
  /** Reloads the views, which may have changed on another device; called when the menu opens. */
  readonly refresh: () => void
}

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

export function useViewsMenu({ name, view, show }: ViewedTable): ViewsMenu {
  const t = useText()
  const saved = useSavedViews(name)
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const { views, defaultId, canSave } = saved
  const shown = shownView(saved, view)
  const isUsual = Object.keys(view).length === 0
  if (!canSave) return { items: [], shown: undefined, dialogs: null, refresh: () => {} }

  const items: MenuItem[] = [
    { id: 'view:', label: t('savedViews.usual'), isChecked: isUsual, onSelect: () => show({}) },
    ...views.map((one) => ({
      id: `view:${one.id}`,
      label: one.name,
      hint: one.id === defaultId ? t('savedViews.default') : undefined,
      isChecked: one === shown,
      onSelect: () => show(one.search),
    })),
    {
      id: 'save',
      label: t('savedViews.save'),
      icon: <BookmarkPlus {...icon} />,
      startsGroup: true,
      isDisabled: saved.isFull,
      hint: saved.isFull ? t('savedViews.full') : undefined,
      onSelect: () => setOpen('save'),
    },
    {
      id: 'manage',
      label: t('savedViews.manage'),
      icon: <ListChecks {...icon} />,
      onSelect: () => setOpen('manage'),
    },
  ]
  const close = () => setOpen(null)
  return {
    items,
    shown,
    refresh: saved.refresh,
    dialogs: open && (
      <Suspense>
        {open === 'save' ? (
          <SaveViewDialog saved={saved} view={view} onClose={close} />
        ) : (
          <ManageViewsDialog saved={saved} view={view} onClose={close} />
        )}
      </Suspense>
    ),
  }
}

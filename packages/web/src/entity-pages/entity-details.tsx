/** Details of one entity from its description: header, status, tabs. Shown in the drawer or as a page. */

import type { EntitySteps } from './use-open-entity.ts'
import './entity-details.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, EllipsisVertical, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { helpOfTab } from '../help/help-places.ts'
import { PageHelpButton } from '../help/page-help-button.tsx'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { actionItems } from '../ui/entity-table/row-actions.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'

export interface DetailsTab<T> {
  readonly id: string
  readonly label: MessageKey
  /** Count shown after the label. */
  readonly count?: number
  readonly render: (row: T) => ReactNode
}

export interface EntityDetailsDescription<T> {
  readonly nameOf: (row: T) => string
  /** Subtitle, such as the profile of a device. */
  readonly kindOf: (row: T) => string
  readonly icon: ReactNode
  /** Content below the name. */
  readonly status: (row: T) => ReactNode
  readonly tabs: readonly DetailsTab<T>[]
  readonly actions: readonly EntityAction<T>[]
  /** Button in the drawer that opens the same details as a page. */
  readonly openPage?: EntityAction<T>
}

export interface EntityDetailsProps<T> {
  readonly description: EntityDetailsDescription<T>
  readonly row: T
  /** Set in the drawer only. */
  readonly onClose?: () => void
  readonly steps?: EntitySteps
}

export function EntityDetails<T>({ description, row, onClose, steps }: EntityDetailsProps<T>) {
  const t = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { tabs, openPage } = description
  const tab = tabs.find((one) => one.id === search.tab) ?? tabs[0]
  const isDrawer = onClose !== undefined
  const icon = { size: 18, strokeWidth: 1.75 }
  const Heading = isDrawer ? 'h2' : 'h1'

  return (
    <div className="sd-details" data-page={!isDrawer || undefined}>
      <div className="sd-details-head">
        <div className="sd-details-tools">
          <span className="sd-tag" title={description.kindOf(row)}>
            {description.icon}
            <span className="sd-ellipsis">{description.kindOf(row)}</span>
          </span>
          <span className="sd-spacer" />
          {/* `aria-disabled` instead of `disabled`, so that the pressed button keeps the focus. */}
          {steps && (
            <>
              <IconButton
                label={t('ui.previousItem')}
                shortcut="↑"
                aria-disabled={steps.openPrevious === undefined}
                icon={<ArrowUp {...icon} />}
                onClick={steps.openPrevious}
              />
              <IconButton
                label={t('ui.nextItem')}
                shortcut="↓"
                aria-disabled={steps.openNext === undefined}
                icon={<ArrowDown {...icon} />}
                onClick={steps.openNext}
              />
            </>
          )}
          {isDrawer && openPage && (
            <IconButton label={t(openPage.label)} icon={openPage.icon} onClick={() => openPage.run(row)} />
          )}
          <MenuButton
            label={t('ui.more')}
            icon={<EllipsisVertical {...icon} />}
            items={actionItems(description.actions, row, t)}
          />
          <PageHelpButton page={tab && helpOfTab(tab.id)} />
          {onClose && <IconButton label={t('ui.close')} shortcut="Esc" icon={<X {...icon} />} onClick={onClose} />}
        </div>
        <Heading>{description.nameOf(row)}</Heading>
        <div className="sd-details-status">{description.status(row)}</div>
      </div>
      {tab && (
        <Tabs
          label={description.nameOf(row)}
          tabs={tabs.map(({ id, label, count }) => ({
            id,
            label: count === undefined ? t(label) : t('ui.tabCount', { label: t(label), count }),
          }))}
          value={tab.id}
          onChange={(id) =>
            void navigate({ to: '.', search: { ...search, tab: id === tabs[0]?.id ? undefined : id }, replace: true })
          }
        >
          {tab.render(row)}
        </Tabs>
      )}
      {steps && (
        <div className="sd-details-foot">
          <span className="sd-spacer" />
          <kbd>↑</kbd> <kbd>↓</kbd> {t('ui.stepHint')} <kbd>Esc</kbd> {t('ui.closeHint')}
        </div>
      )}
    </div>
  )
}

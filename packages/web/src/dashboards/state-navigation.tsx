/** Navigation between the states of a dashboard: tabs, a menu on narrow screens, or breadcrumbs if states stack. */

import { own } from '@sonde/model/own'
import '../ui/tabs/tabs.css'
import { stateName } from '@sonde/model/dashboards/actions/state-title'
import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { useMenuButton } from '../ui/menu/use-menu-button.ts'
import { useOverflowEdges } from '../ui/tabs/use-overflow-edges.ts'
import { useWidth } from '../ui/theme/use-width.ts'

export interface StateNavigationProps {
  readonly configuration: DashboardConfiguration
  /** Stack of states; the last entry is the open state. */
  readonly stack: readonly StateEntry[]
  readonly onStack: (stack: readonly StateEntry[]) => void
  /** A menu, also where there is room for tabs. */
  readonly isMenu?: boolean
}

export function StateNavigation({ configuration, stack, onStack, isMenu = false }: StateNavigationProps) {
  const hasRoom = useWidth((px) => px >= 960)
  const isStack = configuration.settings.stateControllerId === 'entity'
  const ids = Object.keys(configuration.states)
  const open = stack.at(-1)?.id ?? ''
  if (isStack) return <StateTrail configuration={configuration} stack={stack} onStack={onStack} />
  if (ids.length < 2) return null
  const choices = ids.map((id) => ({ id, name: own(configuration.states, id)?.name ?? id }))
  const choose = (id: string) => onStack([{ id, params: {} }])
  return hasRoom && !isMenu ? (
    <StateTabs choices={choices} open={open} onChoose={choose} />
  ) : (
    <StateList choices={choices} open={open} onChoose={choose} />
  )
}

interface ChoiceProps {
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly open: string
  readonly onChoose: (id: string) => void
}

function StateTabs({ choices, open, onChoose }: ChoiceProps) {
  const t = useText()
  const [strip, edges] = useOverflowEdges<HTMLElement>()
  return (
    <nav ref={strip} className="sd-tabs sd-strip db-tabs" data-overflow={edges} aria-label={t('dashboards.states')}>
      {choices.map(({ id, name }) => (
        <button key={id} type="button" aria-current={id === open ? 'page' : undefined} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </nav>
  )
}

function StateList({ choices, open, onChoose }: ChoiceProps) {
  const t = useText()
  const { button, menu } = useMenuButton()
  return (
    <>
      <button {...button} type="button" className="sd-trigger db-chip">
        <b className="sd-ellipsis">{choices.find(({ id }) => id === open)?.name}</b>
        <ChevronDown size={14} strokeWidth={2} aria-hidden />
      </button>
      <Menu
        {...menu}
        label={t('dashboards.states')}
        placement="bottom-start"
        items={choices.map(({ id, name }) => ({
          id,
          label: name,
          isChecked: id === open,
          onSelect: () => onChoose(id),
        }))}
      />
    </>
  )
}

function StateTrail({ configuration, stack, onStack }: StateNavigationProps) {
  const t = useText()
  if (stack.length < 2) return null
  return (
    <nav className="db-trail" aria-label={t('dashboards.states')}>
      {stack.map((entry, index) => {
        const name = stateName(configuration, entry)
        const isLast = index === stack.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack: the position is what the entry is
          <span key={index}>
            {index > 0 && <ChevronRight size={14} strokeWidth={2} aria-hidden />}
            {isLast ? (
              <b aria-current="page">{name}</b>
            ) : (
              <button type="button" onClick={() => onStack(stack.slice(0, index + 1))}>
                {name}
              </button>
            )}
          </span>
        )
      })}
    </nav>
  )
}

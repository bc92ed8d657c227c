/** What can be done with rule chains of a list: those that run here, or templates for edges. */

import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Flag, Pin, PinOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { saveJsonFile } from '../../json-files/json-file.ts'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { ruleChainPaths, ruleChainRoom, useAutoAssigned, useRuleChainCalls } from './rule-chain-calls.ts'
import { exportedRuleChain } from './rule-chain-input.ts'

const idOf = ({ id }: RuleChain) => id.id
const nameOf = ({ name }: RuleChain) => name
export const isOrdinary = ({ root }: RuleChain): boolean => !root

const deleteTexts = {
  action: 'ruleChains.delete',
  title: 'ruleChains.deleteTitle',
  text: 'ruleChains.deleteText',
  done: 'ruleChains.deleted',
} as const

export function useRuleChainActions(type: RuleChainType) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const autoAssigned = useAutoAssigned(type)
  const [candidate, setCandidate] = useState<RuleChain | null>(null)

  const own = useMemo((): EntityAction<RuleChain>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const isAuto = ({ id }: RuleChain) => autoAssigned.has(id.id)

    /** Asked for anew: what the list knows may be old. */
    async function save({ id }: RuleChain) {
      const [chain, metadata] = await Promise.all([ruleChains.get(id.id), ruleChains.metadata(id.id)])
      saveJsonFile(chain.name, exportedRuleChain(chain, metadata))
    }

    async function setAuto(chain: RuleChain, isAssigned: boolean) {
      const set = async (to: boolean) => {
        await ruleChains.setAutoAssignToEdges(idOf(chain), to)
        await refreshRoom(queries, ruleChainRoom)
      }
      await set(isAssigned)
      toasts.show({
        kind: 'success',
        text: t(isAssigned ? 'ruleChains.autoAssignOn' : 'ruleChains.autoAssignOff', { name: nameOf(chain) }),
        action: { label: t('ui.undo'), onSelect: () => void set(!isAssigned).catch(told) },
      })
    }

    const exporting: EntityAction<RuleChain> = {
      id: 'export',
      label: 'ruleChains.export',
      icon: <Download {...icon} />,
      run: (chain) => void save(chain).catch(told),
    }
    const setRoot: EntityAction<RuleChain> = {
      id: 'setRoot',
      label: type === 'CORE' ? 'ruleChains.setRoot' : 'ruleChains.setTemplateRoot',
      icon: <Flag {...icon} />,
      isAllowed: isOrdinary,
      run: setCandidate,
    }
    if (type === 'CORE') return [exporting, setRoot]
    return [
      exporting,
      setRoot,
      {
        id: 'autoAssign',
        label: 'ruleChains.autoAssign',
        icon: <Pin {...icon} />,
        isAllowed: (chain) => isOrdinary(chain) && !isAuto(chain),
        run: (chain) => void setAuto(chain, true).catch(told),
      },
      {
        id: 'noAutoAssign',
        label: 'ruleChains.noAutoAssign',
        icon: <PinOff {...icon} />,
        isAllowed: (chain) => isOrdinary(chain) && isAuto(chain),
        run: (chain) => void setAuto(chain, false).catch(told),
      },
    ]
  }, [ruleChains, type, autoAssigned, queries, toasts, t])

  const remove = useMemo(
    () => ({
      run: (chain: RuleChain) => ruleChains.delete(chain.id.id),
      texts: deleteTexts,
      isUndoable: true,
      isAllowed: isOrdinary,
    }),
    [ruleChains],
  )
  const actions = useEntityActions({
    room: ruleChainRoom,
    listPath: ruleChainPaths[type],
    idOf,
    nameOf,
    actions: own,
    remove,
  })

  async function makeRoot(chain: RuleChain) {
    try {
      await (type === 'CORE' ? ruleChains.setRoot(idOf(chain)) : ruleChains.setEdgeTemplateRoot(idOf(chain)))
    } catch {
      // The toast of the call told it.
      return
    } finally {
      setCandidate(null)
    }
    toasts.show({ kind: 'success', text: t('ruleChains.rootSet', { name: nameOf(chain) }) })
    await refreshRoom(queries, ruleChainRoom)
  }

  return {
    ...actions,
    autoAssigned,
    dialogs: (
      <>
        {actions.dialogs}
        {candidate && (
          <ConfirmDialog
            title={t('ruleChains.setRootTitle', { name: nameOf(candidate) })}
            action={t(type === 'CORE' ? 'ruleChains.setRoot' : 'ruleChains.setTemplateRoot')}
            onCancel={() => setCandidate(null)}
            onConfirm={() => makeRoot(candidate)}
          >
            {t(type === 'CORE' ? 'ruleChains.setRootText' : 'ruleChains.setTemplateRootText')}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

export type RuleChainActions = ReturnType<typeof useRuleChainActions>

/** The toast of the call told it. */
function told() {}

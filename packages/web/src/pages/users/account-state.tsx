/** Account state of a user: icon and text. */

import './account-state.css'
import { Ban, CircleCheck, MailQuestionMark } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import type { AccountState } from './user-calls.ts'

const icons = { enabled: CircleCheck, disabled: Ban, invited: MailQuestionMark } as const

export function AccountStateMark({ state, hidesText = false }: { state: AccountState; hidesText?: boolean }) {
  const t = useText()
  const Icon = icons[state]
  const text = t(`users.${state}`)
  return (
    <span className="sd-account-state" data-state={state}>
      <Icon size={hidesText ? 18 : 16} strokeWidth={2} aria-hidden />
      {hidesText ? <span className="sd-hidden-text">{text}</span> : text}
    </span>
  )
}

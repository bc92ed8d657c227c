/**
 * New password, typed twice: shows the policy's requirements while typing and rejects invalid passwords before sending.
 * If the policy can't be loaded, the server validates.
 */

import './new-password.css'
import {
  meetsRequirement,
  type PasswordRequirement,
  type PasswordRule,
  passwordRequirements,
} from '@sonde/model/auth/password-rules'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { PasswordField } from '../ui/field/text-field.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { passwordStrength } from './password-strength.ts'
import { useClient } from './use-session.tsx'

const ruleTexts: Readonly<Record<PasswordRule, MessageKey>> = {
  length: 'login.ruleLength',
  upperCase: 'login.ruleUpperCase',
  lowerCase: 'login.ruleLowerCase',
  digits: 'login.ruleDigits',
  special: 'login.ruleSpecial',
  noSpaces: 'login.ruleNoSpaces',
  lengthMax: 'login.ruleLengthMax',
}

const policyStaleMs = 60_000

export interface NewPassword {
  readonly password: string
  readonly again: string
  readonly requirements: readonly PasswordRequirement[]
  readonly passwordError: string | undefined
  readonly againError: string | undefined
  readonly setPassword: (password: string) => void
  readonly setAgain: (again: string) => void
  /** Returns the password if it is valid; else undefined, and the page shows the reason. */
  readonly check: () => string | undefined
}

export function useNewPassword(): NewPassword {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const { data: policy } = useQuery({
    queryKey: ['session', 'passwordPolicy'],
    staleTime: policyStaleMs,
    queryFn: () => client.auth.passwordPolicy(),
  })
  const requirements = policy ? passwordRequirements(policy) : []
  const passwordError =
    password === ''
      ? t('login.passwordMissing')
      : requirements.some((requirement) => !meetsRequirement(password, requirement))
        ? t('login.rulesUnmet')
        : undefined
  const isMismatch = password !== again
  return {
    password,
    again,
    requirements,
    passwordError: isTried ? passwordError : undefined,
    againError: isTried && !passwordError && isMismatch ? t('login.typeAgain') : undefined,
    setPassword,
    setAgain,
    check() {
      setTried(true)
      if (passwordError) return undefined
      if (!isMismatch) return password
      toasts.show({ kind: 'error', text: t('login.mismatch') })
      return undefined
    },
  }
}

interface NewPasswordFieldsProps {
  readonly form: NewPassword
  readonly label: string
  readonly againLabel: string
  readonly icon?: ReactNode
  readonly autoFocus?: boolean
}

export function NewPasswordFields({ form, label, againLabel, icon, autoFocus }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="sd-new-password">
        <PasswordField
          label={label}
          autoComplete="new-password"
          autoFocus={autoFocus}
          icon={icon}
          value={form.password}
          onChange={form.setPassword}
          error={form.passwordError}
        />
        <PasswordRules form={form} />
      </div>
      <PasswordField
        label={againLabel}
        autoComplete="new-password"
        icon={icon}
        value={form.again}
        onChange={form.setAgain}
        error={form.againError}
      />
    </>
  )
}

function PasswordRules({ form: { password, requirements } }: { form: NewPassword }) {
  const t = useText()
  // The maximum length is shown only if it's exceeded.
  const shown = requirements.filter(
    (requirement) => requirement.rule !== 'lengthMax' || !meetsRequirement(password, requirement),
  )
  const strength = passwordStrength(password)
  return (
    <>
      {shown.length > 0 && (
        <ul className="sd-password-rules" aria-label={t('login.rules')}>
          {shown.map((requirement) => {
            const isMet = password !== '' && meetsRequirement(password, requirement)
            const Icon = isMet ? CircleCheck : Circle
            return (
              <li key={requirement.rule} data-met={isMet || undefined}>
                <Icon size={14} strokeWidth={2} aria-hidden />
                <span>{t(ruleTexts[requirement.rule], { count: requirement.wanted })}</span>
                <span className="sd-hidden-text">{t(isMet ? 'login.ruleMet' : 'login.ruleOpen')}</span>
              </li>
            )
          })}
        </ul>
      )}
      <div className="sd-password-strength" data-strength={password === '' ? undefined : strength}>
        <i aria-hidden />
        <i aria-hidden />
        <i aria-hidden />
        <span aria-live="polite">{password === '' ? '' : t('login.strength', { strength })}</span>
      </div>
    </>
  )
}

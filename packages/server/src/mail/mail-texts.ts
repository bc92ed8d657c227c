/** Texts of emails, as plain text and as simple HTML from the same paragraphs. */

import type { Mail } from './mail-transport.ts'

type Paragraph = string | { readonly link: string; readonly label: string } | { readonly code: string }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}:\n${paragraph.link}`
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escaped(paragraph)}</p>`
  if ('code' in paragraph) return `<p><code>${escaped(paragraph.code)}</code></p>`
  return `<p><a href="${escaped(paragraph.link)}">${escaped(paragraph.label)}</a></p>`
}

const mail = (to: string, subject: string, ...paragraphs: Paragraph[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html><body style="font-family:sans-serif">${paragraphs.map(asHtml).join('')}</body></html>`,
})

export const testMail = (to: string) => mail(to, 'Test email from Sonde', 'Your email settings work.')

export const activationMail = (to: string, link: string, code: string) =>
  mail(
    to,
    'Activate your account',
    'An account was created for you. Choose a password to activate it:',
    { link, label: 'Activate the account' },
    'If you’re asked for a code, enter this one:',
    { code },
    'The link and the code expire in 24 hours. Request new ones on the sign-in page.',
    'If you didn’t expect this email, ignore it.',
  )

/** `link` null: the address of the server isn't known. */
const signIn = (link: string | null): Paragraph[] => (link === null ? [] : [{ link, label: 'Sign in' }])

export const activatedMail = (to: string, link: string | null) =>
  mail(to, 'Your account is active', 'Your account is active. You can sign in now.', ...signIn(link))

export const resetMail = (to: string, link: string) =>
  mail(
    to,
    'Choose a new password',
    'Someone asked to reset your password. If it wasn’t you, ignore this email. Your password stays the same.',
    { link, label: 'Choose a new password' },
    'The link works once and expires in 24 hours.',
  )

export const passwordWasResetMail = (to: string, link: string | null) =>
  mail(
    to,
    'Your password was changed',
    'Your password was changed with a link sent to this email. If it wasn’t you, contact your administrator now.',
    ...signIn(link),
  )

export const confirmEmailMail = (to: string, link: string) =>
  mail(
    to,
    'Confirm your new email',
    'Confirm that you want to sign in with this email:',
    { link, label: 'Confirm the email' },
    'The link works once and expires in 24 hours. If you didn’t ask for this, ignore this email.',
  )

export const emailChangeRequestedMail = (to: string, newEmail: string) =>
  mail(
    to,
    'Your email is about to change',
    `Someone who knows your password asked to change the email of your account to ${newEmail}. Nothing changes until someone opens the link sent to that address.`,
    'If it wasn’t you, change your password now. The link then stops working.',
  )

export const emailChangedMail = (to: string, newEmail: string) =>
  mail(
    to,
    'Your email was changed',
    `You now sign in with ${newEmail}. If it wasn’t you, contact your administrator now.`,
  )

export const lockoutMail = (to: string, account: string, attempts: number) =>
  mail(
    to,
    'An account was locked',
    `The account ${account} was locked after ${attempts} failed sign-ins in a row. An administrator can enable it again.`,
  )

/** `lines` has one line per limit. */
export const limitsMail = (to: string, tenant: string, isReached: boolean, lines: readonly string[]) =>
  mail(
    to,
    `${tenant}: ${isReached ? 'limit reached' : 'near a limit'}`,
    ...lines,
    'To see what uses most, open API usage, Limits. If you need more, ask your operator for a higher limit.',
  )

export const usageMail = (to: string, feature: string, state: 'ENABLED' | 'WARNING' | 'DISABLED', detail: string) =>
  mail(
    to,
    `${feature}: ${state === 'ENABLED' ? 'available again' : state === 'WARNING' ? 'near the limit' : 'limit reached'}`,
    detail,
  )

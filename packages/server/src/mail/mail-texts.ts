/** What the platform's mails say. Plain text and the same as simple HTML, made from one list of paragraphs. */

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

export const testMail = (to: string) =>
  mail(to, 'Test mail of Sonde', 'This mail was sent to test the mail settings. They work.')

export const activationMail = (to: string, link: string, code: string) =>
  mail(
    to,
    'Activate your account',
    'An account was made for you. Choose a password to activate it:',
    { link, label: 'Activate the account' },
    'Where you are asked for a code instead, this is it:',
    { code },
    'If you do not know what this is about, do nothing.',
  )

export const activatedMail = (to: string, link: string) =>
  mail(to, 'Your account is active', 'Your account is active; you can sign in now.', { link, label: 'Sign in' })

export const resetMail = (to: string, link: string) =>
  mail(
    to,
    'Choose a new password',
    'A new password was asked for. If you did not ask, do nothing: the old one stays.',
    { link, label: 'Choose a new password' },
  )

export const passwordWasResetMail = (to: string, link: string) =>
  mail(
    to,
    'Your password was changed',
    'Your password was changed by a link that was sent to you. If that was not you, tell your administrator at once.',
    { link, label: 'Sign in' },
  )

export const lockoutMail = (to: string, account: string, attempts: number) =>
  mail(
    to,
    'An account was locked',
    `The account ${account} was locked after ${attempts} failed sign-ins in a row. An administrator can enable it again.`,
  )

/** `lines`: one for each limit. */
export const limitsMail = (to: string, tenant: string, isReached: boolean, lines: readonly string[]) =>
  mail(
    to,
    `${tenant}: ${isReached ? 'a limit is reached' : 'close to a limit'}`,
    ...lines,
    'API usage, Limits shows who uses most. Ask your operator for a higher limit if you need one.',
  )

export const usageMail = (to: string, feature: string, state: 'ENABLED' | 'WARNING' | 'DISABLED', detail: string) =>
  mail(
    to,
    `${feature}: ${state === 'ENABLED' ? 'available again' : state === 'WARNING' ? 'close to the limit' : 'limit reached'}`,
    detail,
  )

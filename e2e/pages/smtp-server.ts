/** SMTP server for tests: supports a client without encryption and sign-in. */

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CleanUp } from '../platform/start-platform.ts'

export interface SmtpServer {
  readonly port: number
  /** Received emails with their headers. */
  readonly mails: readonly string[]
}

export async function startSmtpServer(t: CleanUp): Promise<SmtpServer> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.setEncoding('utf8')
    socket.write('220 test\r\n')
    let unread = ''
    /** Lines of the email being received; null between emails. */
    let mail: string[] | null = null
    socket.on('data', (text: string) => {
      const lines = (unread + text).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) {
        if (mail === null) {
          if (line === 'DATA') mail = []
          socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
          if (line === 'QUIT') socket.end()
        } else if (line === '.') {
          mails.push(mail.join('\n'))
          mail = null
          socket.write('250 taken\r\n')
        } else mail.push(line)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, mails }
}

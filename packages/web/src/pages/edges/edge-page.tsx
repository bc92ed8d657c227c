/** Page of one edge. */

import { useScopedRoom } from '../../assignment/list-scope.ts'
import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { edgeRoom } from './edge-room.tsx'

export const EdgePage = () => <RoomOwnPage room={useScopedRoom(edgeRoom)} />

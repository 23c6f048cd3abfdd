import type { Event, Phase } from '../../src/checkout/machine.ts';

/** What each event changes in each phase; a phase that is not named stays as it was. */
export const everyEvent: { readonly [E in Event['type']]: { readonly [P in Phase]?: string } } = {
  session: {
    creating:
      'session={sessionId:s2,redirectUrl:https://pay.example/1} expiresAt={monotonic:120000,wall:120000} frameUrl=https://pay.example/1 phase=loading',
    renewing:
      'session={sessionId:s2,redirectUrl:https://pay.example/1} expiresAt={monotonic:120000,wall:120000} frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=loading',
  },
  alreadyPaid: {
    creating:
      'phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    loading:
      'expiresAt=null frameUrl= phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    paying:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    openInAnotherTab:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    confirming:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false returned=null poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    confirmingClose:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    closing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    expired:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
    renewing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=ended tabMessage={type:news,sessionId:s0} backEntry=releasing ending={outcome:completed,sessionId:s0,orderReference:A-1}',
  },
  wait: {
    creating: 'waitingFor=earlierPayment',
    renewing: 'waitingFor=earlierPayment',
  },
  refused: {
    creating: 'phase=ended backEntry=releasing ending={error:its error,sessionId:null}',
    renewing: 'phase=expired',
  },
  frameAttached: {
    loading: 'frame=frame',
  },
  frameLoaded: {
    loading: 'loaded=true poll={how:start} phase=paying',
    paying: 'poll={how:pollSoon}',
    openInAnotherTab: 'poll={how:pollSoon}',
    confirming: 'poll={how:pollSoon}',
    confirmingClose: 'poll={how:pollSoon}',
    closing: 'poll={how:pollSoon}',
    expired: 'poll={how:pollSoon}',
    renewing: 'poll={how:pollSoon}',
  },
  frameFocused: {
    creating: 'touched=true used=true',
    loading: 'touched=true used=true',
  },
  frameSpoke: {
    creating: 'spoke=true',
    loading: 'spoke=true',
    paying: 'spoke=true',
    openInAnotherTab: 'spoke=true',
    confirming: 'spoke=true',
    confirmingClose: 'spoke=true',
    closing: 'spoke=true',
    expired: 'spoke=true',
    renewing: 'spoke=true',
  },
  frameUsed: {
    creating: 'used=true',
    loading: 'used=true',
  },
  voucherIssued: {
    loading: 'expiryDismissed=true',
    paying: 'expiryDismissed=true',
    openInAnotherTab: 'expiryDismissed=true',
    confirming: 'expiryDismissed=true',
    confirmingClose: 'expiryDismissed=true',
    closing: 'expiryDismissed=true',
    expired: 'expiredLocally=false expiryDismissed=true poll={how:start} phase=paying',
    renewing: 'expiredLocally=false expiryDismissed=true',
  },
  frameBlocked: {
    loading: 'blockedBy=frame-src',
    paying: 'blockedBy=frame-src',
    openInAnotherTab: 'blockedBy=frame-src',
    confirming: 'blockedBy=frame-src',
    confirmingClose: 'blockedBy=frame-src',
    closing: 'blockedBy=frame-src',
    expired: 'blockedBy=frame-src',
    renewing: 'blockedBy=frame-src',
  },
  returned: {
    creating: 'poll={how:pollSoon}',
    loading: 'returned=failure poll={how:pollFast} phase=confirming',
    paying: 'returned=failure poll={how:pollFast} phase=confirming',
    openInAnotherTab: 'poll={how:pollSoon}',
    confirming: 'returned=failure poll={how:pollSoon}',
    confirmingClose: 'returned=failure poll={how:pollFast} phase=confirming',
    closing: 'poll={how:pollSoon}',
    expired: 'returned=failure poll={how:pollFast} phase=confirming',
    renewing: 'returned=failure poll={how:pollSoon}',
  },
  status: {
    loading:
      'expiresAt=null frameUrl= phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    paying:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    openInAnotherTab:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    confirming:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false returned=null poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    confirmingClose:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    closing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    expired:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
    renewing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=ended tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:completed,sessionId:s1,orderReference:A-1}',
  },
  statusFailed: {},
  tick: {
    paying: 'remainingMs=30000',
    confirmingClose: 'remainingMs=30000',
  },
  timeout: {
    creating: 'slow=true',
    loading: 'slow=true',
    openInAnotherTab: 'slow=true',
    confirming: 'slow=true',
    confirmingClose: 'slow=true',
    closing: 'slow=true',
    expired: 'slow=true',
    renewing: 'slow=true',
  },
  network: {
    creating: 'online=false',
    loading: 'online=false',
    paying: 'online=false',
    openInAnotherTab: 'online=false',
    confirming: 'online=false',
    confirmingClose: 'online=false',
    closing: 'online=false',
    expired: 'online=false',
    renewing: 'online=false',
  },
  awake: {
    creating: 'poll={how:pollSoon}',
    loading: 'poll={how:pollSoon}',
    paying: 'poll={how:pollSoon}',
    openInAnotherTab: 'poll={how:pollSoon}',
    confirming: 'poll={how:pollSoon}',
    confirmingClose: 'poll={how:pollSoon}',
    closing: 'poll={how:pollSoon}',
    expired: 'poll={how:pollSoon}',
    renewing: 'poll={how:pollSoon}',
  },
  pageHidden: {
    creating: 'pageHidden=true',
    loading: 'pageHidden=true',
    paying: 'pageHidden=true',
    openInAnotherTab: 'pageHidden=true',
    confirming: 'pageHidden=true',
    confirmingClose: 'pageHidden=true',
    closing: 'pageHidden=true',
    expired: 'pageHidden=true',
    ended: 'pageHidden=true',
    restoringHistory: 'pageHidden=true',
    renewing: 'pageHidden=true',
  },
  pageShown: {
    creating: 'poll={how:pollSoon}',
    loading: 'poll={how:pollSoon}',
    paying: 'poll={how:pollSoon}',
    openInAnotherTab: 'poll={how:pollSoon}',
    confirming: 'poll={how:pollSoon}',
    confirmingClose: 'poll={how:pollSoon}',
    closing: 'poll={how:pollSoon}',
    expired: 'poll={how:pollSoon}',
    renewing: 'poll={how:pollSoon}',
  },
  backReleased: {
    ended: 'backEntry=none reported=true',
    restoringHistory: 'phase=closed backEntry=none reported=true',
  },
  shownByOtherTab: {
    creating: 'shownByOtherTabs=[s1]',
    loading: 'frameUrl= poll={how:start} phase=openInAnotherTab shownByOtherTabs=[s1]',
    paying: 'poll={how:start} phase=openInAnotherTab shownByOtherTabs=[s1]',
    openInAnotherTab: 'shownByOtherTabs=[s1]',
    confirming: 'shownByOtherTabs=[s1]',
    confirmingClose: 'shownByOtherTabs=[s1]',
    closing: 'shownByOtherTabs=[s1]',
    expired: 'shownByOtherTabs=[s1]',
    renewing: 'shownByOtherTabs=[s1]',
  },
  newsFromOtherTab: {
    loading: 'poll={how:pollSoon}',
    paying: 'poll={how:pollSoon}',
    openInAnotherTab: 'poll={how:pollSoon}',
    confirming: 'poll={how:pollSoon}',
    confirmingClose: 'poll={how:pollSoon}',
    closing: 'poll={how:pollSoon}',
    expired: 'poll={how:pollSoon}',
    renewing: 'poll={how:pollSoon}',
  },
  back: {
    creating: 'phase=restoringHistory backEntry=releasing ending={outcome:closed,sessionId:null}',
    loading:
      'expiresAt=null frameUrl= phase=restoringHistory tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:closed,sessionId:s1}',
    paying: 'phase=confirmingClose',
    openInAnotherTab: 'poll={how:pollNow} phase=closing',
    confirming: 'phase=confirmingClose',
    confirmingClose: 'poll={how:start} phase=paying',
    expired: 'poll={how:pollNow} phase=closing',
    renewing: 'poll={how:pollNow} phase=closing',
    ended: 'phase=restoringHistory',
  },
  close: {
    creating: 'phase=restoringHistory backEntry=releasing ending={outcome:closed,sessionId:null}',
    loading:
      'expiresAt=null frameUrl= phase=restoringHistory tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:closed,sessionId:s1}',
    paying: 'phase=confirmingClose',
    openInAnotherTab: 'poll={how:pollNow} phase=closing',
    confirming: 'phase=confirmingClose',
    confirmingClose: 'poll={how:pollNow} phase=closing',
    expired: 'poll={how:pollNow} phase=closing',
    renewing: 'poll={how:pollNow} phase=closing',
    ended: 'phase=restoringHistory',
  },
  closeNow: {
    creating: 'phase=restoringHistory backEntry=releasing ending={outcome:closed,sessionId:null}',
    loading:
      'expiresAt=null frameUrl= phase=restoringHistory tabMessage={type:news,sessionId:s1} backEntry=releasing ending={outcome:closed,sessionId:s1}',
    paying: 'poll={how:pollNow} phase=closing',
    openInAnotherTab: 'poll={how:pollNow} phase=closing',
    confirming: 'poll={how:pollNow} phase=closing',
    confirmingClose: 'poll={how:pollNow} phase=closing',
    expired: 'poll={how:pollNow} phase=closing',
    renewing: 'poll={how:pollNow} phase=closing',
    ended: 'phase=restoringHistory',
  },
  stay: {
    confirmingClose: 'poll={how:start} phase=paying',
  },
  startAgain: {
    loading: 'phase=renewing',
    paying: 'phase=renewing',
    confirming: 'phase=renewing',
    confirmingClose: 'phase=renewing',
    expired: 'phase=renewing',
  },
  keepPaying: {
    openInAnotherTab: 'poll={how:start} phase=paying tabMessage={type:here,sessionId:s1}',
    expired: 'expiredLocally=false expiryDismissed=true poll={how:start} phase=paying',
    renewing: 'expiredLocally=false expiryDismissed=true poll={how:start} phase=paying',
  },
  openFullPage: {
    loading: 'goingTo={url:https://pay.example/1} backEntry=releasing',
    paying: 'goingTo={url:https://pay.example/1} backEntry=releasing',
  },
  dialogHidden: {
    creating: 'onFullPage=true dialogHidden=true',
    loading:
      'frameUrl= goingTo={url:https://pay.example/1} onFullPage=true dialogHidden=true backEntry=releasing',
    paying:
      'frameUrl= frame=null goingTo={url:https://pay.example/1} onFullPage=true dialogHidden=true backEntry=releasing',
    openInAnotherTab: 'poll={how:pollNow} phase=closing onFullPage=true dialogHidden=true',
    confirming: 'onFullPage=true dialogHidden=true',
    confirmingClose: 'poll={how:pollNow} phase=closing onFullPage=true dialogHidden=true',
    closing: 'onFullPage=true dialogHidden=true',
    expired: 'poll={how:pollNow} phase=closing onFullPage=true dialogHidden=true',
    renewing: 'onFullPage=true dialogHidden=true',
    ended: 'phase=restoringHistory',
  },
  dismiss: {
    ended: 'phase=restoringHistory',
  },
  outcomeReported: {},
  abandon: {
    creating: 'phase=closed backEntry=none ending={outcome:closed,sessionId:null} reported=true',
    loading:
      'expiresAt=null frameUrl= phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    paying:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    openInAnotherTab:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    confirming:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false returned=null poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    confirmingClose:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    closing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    expired:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    renewing:
      'expiresAt=null frameUrl= frame=null loaded=false touched=false used=false expiredLocally=false poll=null phase=closed tabMessage={type:news,sessionId:s1} backEntry=none ending={outcome:closed,sessionId:s1} reported=true',
    ended: 'phase=closed backEntry=none reported=true',
    restoringHistory: 'phase=closed backEntry=none reported=true',
  },
};

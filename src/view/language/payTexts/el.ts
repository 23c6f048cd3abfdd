import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/el.ts';
import { texts as dialog } from '../texts/el.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Τα στοιχεία της κάρτας σας τα εισάγετε στην ασφαλή σελίδα που ακολουθεί.',
    ended: {
      title: 'Αυτός ο σύνδεσμος πληρωμής δεν ισχύει πλέον',
      text: 'Έληξε ή αποσύρθηκε. Ζητήστε έναν νέο από το κατάστημα.',
    },
    notPayable: {
      title: 'Αυτή η παραγγελία δεν μπορεί να πληρωθεί',
      text: 'Ίσως άλλαξε ή ακυρώθηκε. Παρακαλούμε ρωτήστε το κατάστημα.',
    },
    signIn: {
      title: 'Συνδεθείτε για να πληρώσετε',
      text: 'Συνδεθείτε στο κατάστημα και ανοίξτε ξανά αυτή τη σελίδα.',
    },
    busy: {
      title: 'Αυτή η παραγγελία πληρώνεται ήδη',
      text: 'Ολοκληρώστε την ανοιχτή πληρωμή ή δοκιμάστε ξανά σε λίγο.',
    },
  },
  dialog,
  ofReturn,
);

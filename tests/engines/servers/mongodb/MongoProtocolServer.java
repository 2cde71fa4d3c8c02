import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/** A server of the MongoDB protocol with its data in one file: java -cp 'jars/*' MongoProtocolServer.java FILE PORT SECURED CERTIFICATE KEY. It speaks TLS at the port SECURED. */
public class MongoProtocolServer {
  /** What the driver takes for MongoDB 5.0: the versions that the server has built in are too old for it. */
  private static final MongoVersion VERSION =
      new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
          return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
          return 13;
        }
      };

  private static MVStore store;

  private static final Set<String> READS =
      Set.of("find", "getMore", "aggregate", "count", "distinct", "isMaster", "ismaster", "ping", "buildInfo", "listCollections", "listIndexes");

  /**
   * One write after the other, each in the file before it is answered, as a write concern with j: true promises. The store's own commit once
   * a second would lose what was acknowledged, or keep half of a command, when the process is killed.
   */
  private static class Journaled extends H2Backend {
    Journaled() {
      super(store);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
      return new Database(name, getCursorRegistry());
    }

    @Override
    public Document handleMessage(MongoMessage message) {
      String command = message.getDocument().keySet().iterator().next();
      if (READS.contains(command)) return super.handleMessage(message);
      synchronized (this) {
        try {
          return super.handleMessage(message);
        } finally {
          commit();
        }
      }
    }

    @Override
    public QueryResult handleQuery(MongoQuery query) {
      QueryResult result = super.handleQuery(query);
      synchronized (this) {
        commit();
      }
      return result;
    }
  }

  /**
   * Of a condition on _id and others too it looks the ids up and then tries the others, as MongoDB does. The server's own indexes serve a query
   * only where it names their fields and no others: each guarded write would read the whole collection. What is to be sorted is not looked up so.
   */
  private static class FoundById extends H2Collection {
    private Index<Object> ids;

    FoundById(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
      super(
          database,
          name,
          options,
          store.openMap("databases." + database.getDatabaseName() + "." + name),
          store.openMap("meta." + database.getDatabaseName() + "." + name),
          cursors);
    }

    @Override
    public void addIndex(Index<Object> index) {
      super.addIndex(index);
      if (index.getName().equals("_id_")) ids = index;
    }

    @Override
    protected QueryResult matchDocuments(Document query, Document order, int skip, int limit, int batch, Document fields) {
      if (ids != null && query.containsKey("_id") && (order == null || order.isEmpty())) {
        Document byId = new Document("_id", query.get("_id"));
        if (ids.canHandle(byId)) return matchDocuments(query, ids.getPositions(byId), order, skip, limit, batch, fields);
      }
      return super.matchDocuments(query, order, skip, limit, batch, fields);
    }
  }

  private static class Database extends H2Database {
    Database(String name, CursorRegistry cursors) {
      super(name, store, cursors);
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
      return new FoundById(this, name, options, cursorRegistry);
    }
  }

  /** @param file PEM, a key of an elliptic curve in PKCS #8 */
  private static PrivateKey keyIn(String file) throws Exception {
    String base64 = Files.readString(Path.of(file)).replaceAll("-----.*?-----|\\s", "");
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static X509Certificate certificateIn(String file) throws Exception {
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
    }
  }

  public static void main(String[] args) throws Exception {
    // neither after some time nor after some memory: a file saved in the middle of a command would keep half of it
    store = new MVStore.Builder().fileName(args[0]).autoCommitDisabled().autoCommitBufferSize(0).open();
    // what a commit has replaced need not be kept for a machine without power: the file would grow without end
    store.setRetentionTime(0);
    MongoBackend backend = new Journaled().version(VERSION);
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(args[1]));
    MongoServer secured = new MongoServer(backend);
    secured.enableSsl(keyIn(args[4]), null, certificateIn(args[3]));
    secured.bind("127.0.0.1", Integer.parseInt(args[2]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
  }
}

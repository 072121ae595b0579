"""The words that the invented year is made of. Provinces are real, people and clubs are not."""


def listed(text: str, between: str = " ") -> list[str]:
    return text.split(between)


#: in the order of their codes, from 01
PROVINCES = listed(
    "Adana,Adıyaman,Afyonkarahisar,Ağrı,Amasya,Ankara,Antalya,Artvin,Aydın,Balıkesir,Bilecik,"
    "Bingöl,Bitlis,Bolu,Burdur,Bursa,Çanakkale,Çankırı,Çorum,Denizli,Diyarbakır,Edirne,Elazığ,"
    "Erzincan,Erzurum,Eskişehir,Gaziantep,Giresun,Gümüşhane,Hakkâri,Hatay,Isparta,Mersin,İstanbul,"
    "İzmir,Kars,Kastamonu,Kayseri,Kırklareli,Kırşehir,Kocaeli,Konya,Kütahya,Malatya,Manisa,"
    "Kahramanmaraş,Mardin,Muğla,Muş,Nevşehir,Niğde,Ordu,Rize,Sakarya,Samsun,Siirt,Sinop,Sivas,"
    "Tekirdağ,Tokat,Trabzon,Tunceli,Şanlıurfa,Uşak,Van,Yozgat,Zonguldak,Aksaray,Bayburt,Karaman,"
    "Kırıkkale,Batman,Şırnak,Bartın,Ardahan,Iğdır,Yalova,Karabük,Kilis,Osmaniye,Düzce",
    between=",",
)
#: the largest first: of these a small year takes the first, and most people live there
LARGE = listed(
    "İstanbul,Ankara,İzmir,Bursa,Antalya,Konya,Adana,Eskişehir,Şanlıurfa,Gaziantep,Kocaeli,"
    "Mersin,Diyarbakır,Hatay,Manisa,Kayseri,Samsun,Balıkesir,Kahramanmaraş,Van,Aydın,Tekirdağ,"
    "Sakarya,Denizli,Muğla,Mardin,Trabzon,Malatya,Ordu,Erzurum",
    between=",",
)

GIVEN_M = listed(
    "Ahmet Alp Arda Aras Atlas Barış Batuhan Berk Bora Burak Can Cem Çağan Çağrı Çınar Deniz "
    "Doruk Ege Emir Emre Eren Eymen Fatih Furkan Giray Göktuğ Görkem Hakan Halil İlker İsmail "
    "Kaan Kerem Koray Kuzey Levent Mert Metehan Miraç Murat Mustafa Okan Onur Oğuz Ömer Özgür "
    "Poyraz Rüzgâr Selim Serkan Sinan Şahin Tolga Toprak Tuna Uğur Umut Ümit Volkan Yağız Yiğit "
    "Yusuf Zafer"
)
GIVEN_W = listed(
    "Ada Aslı Asya Ayça Aylin Ayşe Azra Bahar Başak Begüm Beren Berfin Beste Betül Buse Ceren "
    "Ceyda Çağla Çiğdem Damla Defne Derya Dilara Duru Ebru Ece Ela Elif Elvan Emine Esra Eylül "
    "Fatma Feride Funda Gizem Gökçe Gülşen Hazal Hilal Irmak Işıl İnci İpek İrem Lale Mina Melis "
    "Nazlı Nehir Nil Nisa Özge Pelin Pınar Rüya Selin Simge Şule Tuğçe Yağmur Yaren Zehra Zeynep"
)
FAMILY = listed(
    "Acar Adıgüzel Ak Akarsu Akbaş Akgül Akın Aksoy Aksu Aktaş Alkan Altay Altın Altuntaş Arı "
    "Arıkan Arslan Aslan Atasoy Ateş Avcı Ay Aydemir Aydın Aydoğan Ayhan Bağcı Balcı Baran Baş "
    "Başaran Batur Bayar Bayrak Bayram Bektaş Bilgin Bilir Bingöl Bostan Boz Bozkurt Bulut Can "
    "Candan Cengiz Ceylan Coşkun Çağlar Çakır Çakmak Çalışkan Çelik Çetin Çevik Çiçek Çiftçi "
    "Çınar Çoban Dağ Dağdelen Demir Demirci Demirel Deniz Dinç Doğan Doğru Duman Durak Durmaz "
    "Dursun Ekinci Elmas Er Eraslan Ercan Erdem Erdoğan Eren Ergin Ergün Erkan Erol Ersoy Ertürk "
    "Esen Fırat Gedik Genç Gök Gökmen Göksu Güçlü Gül Güler Gültekin Gümüş Gün Günay Gündoğdu "
    "Gündüz Güneş Güngör Gürbüz Gürsoy Güven Işık İlhan İnan İnce İpek Kahraman Kalkan Kaplan "
    "Kara Karabulut Karaca Karadağ Karagöz Karakaş Karakaya Karaman Karataş Kartal Kavak Kaya "
    "Kayhan Kaymak Keser Keskin Kılıç Kıraç Koç Koçak Korkmaz Köksal Köroğlu Köse Kurt Kurtuluş "
    "Kuş Kuzu Mutlu Nalbant Oğuz Okur Olgun Oral Orhan Önal Öner Özbek Özcan Özdemir Özen Özer "
    "Özgür Özkan Öztürk Parlak Pehlivan Polat Sağlam Sarı Sarıkaya Savaş Sayın Selçuk Seven Sezer "
    "Sezgin Solmaz Sönmez Soylu Şahin Şeker Şen Şener Şimşek Taş Taşkın Tekin Temiz Tepe Toprak "
    "Topal Tosun Tuna Tunç Turan Turgut Tütüncü Uçar Uğur Ulusoy Uslu Uysal Uzun Ünal Ünlü Ünver "
    "Varol Vural Yalçın Yaman Yavuz Yaşar Yazıcı Yener Yıldırım Yıldız Yılmaz Yiğit Yörük Yurt "
    "Yüce Yüksel Zengin Zorlu"
)

#: a club: its province and one of these
CLUBS = listed(
    "Satranç Kulübü,Gençlik SK,Belediye SK,Üniversitesi SK,Şah-Mat SK,Vezir SK,Kale SK,At SK,"
    "Piyon Çocuk SK,Fil SK,Zugzwang SK,Akıl Oyunları SK,Eğitim SK,Emek SK,Hamle SK,Açılış SK,"
    "Meydan SK,Öğretmenler SK,Kültür SK,Yıldızlar SK,Çınaraltı SK,Yeni Ufuk SK,Feza SK,Doruk SK",
    between=",",
)
VENUES = listed(
    "Kültür Merkezi,Gençlik Merkezi,Spor Salonu,Halk Eğitim Merkezi,Üniversite Kampüsü,"
    "Öğretmenevi,Belediye Salonu,Kent Konseyi Salonu",
    between=",",
)
STREETS = listed(
    "Atatürk Caddesi,Cumhuriyet Meydanı,İstasyon Caddesi,Okul Sokak,Zafer Bulvarı", between=","
)
SCHOOLS = listed(
    "Cumhuriyet İlkokulu,Fatih Ortaokulu,Atatürk İlkokulu,Gazi Ortaokulu,Mimar Sinan İlkokulu,"
    "Barbaros Ortaokulu,Yunus Emre İlkokulu,Piri Reis Ortaokulu",
    between=",",
)
